import type { Command } from 'commander'
import { canonicalEmail } from '#domain/email.ts'
import { displayName } from '#domain/names.ts'
import type { Role, RoleRefusal } from '#domain/roles.ts'
import { createSecrets } from '#server/crypto/secrets.ts'
import { listOfficers, type RoleOutcome, setRole } from '#server/features/members/roles.ts'
import { SettingError } from '#server/ops/config/club-config.ts'
import { asTyped, CommandRefused, examples, printable, type Terminal } from '#server/ops/terminal.ts'
import { openClub } from './open-club.ts'

/**
 * Adds `officer add|remove|list`. The first officer can only be added here, because only an officer can add others in
 * the app.
 */
export function addOfficerCommands(program: Command, terminal: Terminal) {
  const officer = program
    .command('officer')
    .description('Makes people officers, or members again. Their open screens update within seconds.')
    .summary('Add, remove, and list officers')
    .usage('<command>')
    .helpCommand(false)
    .addHelpText(
      'after',
      examples(
        ['officer add ana@purdue.edu', 'Ana has signed up and verified her email'],
        ['officer remove ana@purdue.edu', 'Ana stays a member'],
        ['officer list', 'who’s an officer'],
      ),
    )

  officer
    .command('add')
    .description('Makes someone an officer. They must have signed up in the app and verified their email.')
    .summary('Make someone an officer')
    .usage('<email>')
    .argument('<email>', 'the email of their account')
    .addHelpText('after', examples(['officer add ana@purdue.edu', 'this is also how you get the first officer']))
    .action((typed: string) => changeRole(terminal, typed, 'Officer'))

  officer
    .command('remove')
    .description('Makes an officer a member again. The last officer can’t be removed.')
    .summary('Make an officer a member again')
    .usage('<email>')
    .argument('<email>', 'the email of their account')
    .addHelpText('after', examples(['officer remove ana@purdue.edu', 'Ana stays a member']))
    .action((typed: string) => changeRole(terminal, typed, 'Member'))

  officer
    .command('list')
    .description('Lists the officers, one per line: email, tab, name.')
    .summary('List the officers')
    .addHelpText('after', examples(['officer list', 'who’s an officer']))
    .action(() => list(terminal))
}

async function changeRole({ env, complain, say }: Terminal, typed: string, role: Role) {
  const email = canonicalEmail(typed)
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw new SettingError(`"${printable(typed)}" isn’t an email address. Enter one like ana@purdue.edu.`)
  await using club = await openClub({ env, complain })
  const secrets = createSecrets(club.environment.authSecret)
  const result = await setRole({ ...club, secrets }, { email, role })
  if (result.outcome === 'no-account') {
    const { emailDomain } = club.club
    const elsewhere = email.endsWith(`@${emailDomain}`) ? '' : ` (the club’s emails end with @${emailDomain})`
    throw new CommandRefused(
      `No one has signed up as ${email}${elsewhere}. Sign up at ${club.environment.baseUrl} first, verify the email, then run this again.`,
    )
  }
  if (result.outcome === 'refused') throw new CommandRefused(refusals[result.reason](email))
  say(whatHappened(email, role, result))
}

const refusals: Record<RoleRefusal, (email: string) => string> = {
  removed: (email) => `${email} has been removed from the club. Restore the account first.`,
  unverified: (email) =>
    `${email} has signed up but hasn’t verified the email yet. Open the link in the verification email, then run this again.`,
  'last-officer': (email) =>
    `${email} is the last officer, and a club needs one. Add another officer first: ${asTyped('officer add EMAIL')}`,
}

function whatHappened(email: string, role: Role, result: Extract<RoleOutcome, { hasLoggedIn: boolean }>) {
  if (role === 'Member')
    return result.outcome === 'unchanged'
      ? `${email} isn’t an officer. Nothing to do.`
      : `${email} is no longer an officer.`
  if (result.outcome === 'unchanged') return `${email} is already an officer. Nothing to do.`
  const next = result.hasLoggedIn ? '' : ' The welcome wizard comes up when they next log in.'
  return `${email} is now an officer.${next}`
}

async function list({ env, complain, say }: Terminal) {
  await using club = await openClub({ env, complain })
  const officers = await listOfficers(club.database.db)
  for (const officer of officers)
    say(`${officer.email}\t${printable(displayName(officer)) || '(hasn’t finished the welcome wizard)'}`)
  if (officers.length === 0) say(`There are no officers yet. Add one: ${asTyped('officer add EMAIL')}`)
}
