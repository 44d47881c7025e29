import type { Command } from 'commander'
import { canonicalEmail } from '#domain/email.ts'
import { displayName } from '#domain/names.ts'
import type { RoleRefusal } from '#domain/officers.ts'
import type { Role } from '#domain/roles.ts'
import { SettingError } from '../config/club-config.ts'
import { listOfficers, type RoleOutcome, setRole } from '../members/roles.ts'
import { openClub } from './club.ts'
import { asTyped, CommandRefused, examples, printable, type Terminal } from './terminal.ts'

/** `officer add|remove|list`: the first officer is made here and nowhere else (D16). */
export function addOfficerCommands(program: Command, terminal: Terminal) {
  const officer = program
    .command('officer')
    .description('Makes people officers or members again. What they see on their open screens follows within seconds.')
    .summary('Add, remove and list officers')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['officer add ana@purdue.edu', 'Ana has signed up and verified her address'],
        ['officer remove ana@purdue.edu', 'Ana stays a member'],
        ['officer list', 'who is one'],
      ),
    )

  officer
    .command('add')
    .description('Makes somebody an officer. They have signed up in the app and verified their address.')
    .summary('Make somebody an officer')
    .usage('<email>')
    .argument('<email>', 'the address of their account')
    .addHelpText('after', examples(['officer add ana@purdue.edu', 'also the way to the first officer']))
    .action((typed: string) => changeRole(terminal, typed, 'Officer'))

  officer
    .command('remove')
    .description('Makes an officer a member again. The last officer stays one.')
    .summary('Make an officer a member again')
    .usage('<email>')
    .argument('<email>', 'the address of their account')
    .addHelpText('after', examples(['officer remove ana@purdue.edu', 'Ana stays a member']))
    .action((typed: string) => changeRole(terminal, typed, 'Member'))

  officer
    .command('list')
    .description('Lists the officers: address and name, one on a line, with a tab in between.')
    .summary('List the officers')
    .addHelpText('after', examples(['officer list', 'who is an officer']))
    .action(() => list(terminal))
}

async function changeRole({ env, complain, say }: Terminal, typed: string, role: Role) {
  const email = canonicalEmail(typed)
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new SettingError(`"${printable(typed)}" is not an e-mail address. Write it like ana@purdue.edu.`)
  await using club = await openClub({ env, complain })
  const result = await setRole(club, { email, role })
  if (result.outcome === 'no-account') {
    const { emailDomain } = club.club
    const elsewhere = email.endsWith(`@${emailDomain}`) ? '' : ` (the club's addresses end with @${emailDomain})`
    throw new CommandRefused(
      `Nobody has signed up as ${email}${elsewhere}. Sign up at ${club.environment.baseUrl} first, verify the address, then run this again.`,
    )
  }
  if (result.outcome === 'refused') throw new CommandRefused(refusals[result.reason](email))
  say(whatHappened(email, role, result))
}

const refusals: Record<RoleRefusal, (email: string) => string> = {
  removed: (email) => `${email} has been removed from the club. Restore the account first.`,
  unverified: (email) =>
    `${email} has signed up but not verified the address yet. Open the link in the verification mail, then run this again.`,
  'last-officer': (email) =>
    `${email} is the last officer, and a club needs one. Make another one first: ${asTyped('officer add EMAIL')}`,
}

function whatHappened(email: string, role: Role, result: Extract<RoleOutcome, { hasLoggedIn: boolean }>) {
  if (role === 'Member')
    return result.outcome === 'unchanged'
      ? `${email} is not an officer. Nothing to do.`
      : `${email} is a member again, no officer any more.`
  if (result.outcome === 'unchanged') return `${email} is an officer already. Nothing to do.`
  const next = result.hasLoggedIn ? '' : ' The welcome steps come first when they sign in.'
  return `${email} is an officer now.${next}`
}

async function list({ env, complain, say }: Terminal) {
  await using club = await openClub({ env, complain })
  const officers = await listOfficers(club.database.db)
  for (const officer of officers)
    say(`${officer.email}\t${printable(displayName(officer)) || '(has not finished the welcome steps)'}`)
  if (officers.length === 0) say(`There is no officer yet. Make one: ${asTyped('officer add EMAIL')}`)
}
