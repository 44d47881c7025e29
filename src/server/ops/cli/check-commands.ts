import type { Command } from 'commander'
import { SettingError } from '#server/ops/config/club-config.ts'
import { examine } from '#server/ops/doctor/run-checks.ts'
import { CommandRefused, count, examples, printable, type Terminal } from '#server/ops/terminal.ts'
import { runChecks } from '#server/ops/verify/run-checks.ts'
import { type CommandClub, openClub } from './open-club.ts'

/** Adds `doctor`, which reports problems and how to fix them. */
export function addDoctorCommand(program: Command, terminal: Terminal) {
  program
    .command('doctor')
    .description(
      'Checks everything the club depends on: settings, storage, database, officers, the server and the connection to it ' +
        '(proxy, certificate, live stream), email, calendar, clock, and backups.\n\n' +
        'It changes nothing and can run while the server is running, as the same user. Each line is one check; the line ' +
        'below it says how to fix a problem. The exit code is 1 if something is wrong. Warnings don’t count.',
    )
    .summary('Find problems and how to fix them')
    .option('--mail-to <email>', 'also send a test email to this address')
    .addHelpText(
      'after',
      examples(
        ['doctor', 'after every change to the settings, and when something seems wrong'],
        ['doctor --mail-to ana@purdue.edu', 'when emails don’t arrive'],
      ),
    )
    .action(({ mailTo }: { mailTo?: string }) => diagnose(terminal, mailTo))
}

const tags = { ok: 'ok   ', warning: 'WARN ', wrong: 'WRONG' }

async function diagnose({ env, say, progress = () => {} }: Terminal, mailTo: string | undefined) {
  if (mailTo !== undefined && !/^[^\s@<>,"]+@[^\s@<>,"]+$/.test(mailTo))
    throw new SettingError(`"${printable(mailTo)}" isn’t an email address. Enter one like ana@purdue.edu.`)
  const found = await examine(env, { progress, mailTo: mailTo ?? null })
  for (const { part, finding } of found) {
    say(`${tags[finding.state]}  ${part}: ${printable(finding.says)}`)
    if (finding.state !== 'ok') say(`       - ${printable(finding.cure)}`)
  }
  const of = (state: 'warning' | 'wrong') => found.filter(({ finding }) => finding.state === state).length
  const warnings = of('warning') === 0 ? '' : `, ${count(of('warning'), 'warning')}`
  if (of('wrong') > 0)
    throw new CommandRefused(`${count(of('wrong'), 'thing')} ${of('wrong') === 1 ? 'is' : 'are'} wrong${warnings}.`)
  say(`Everything is fine${warnings}.`)
}

/** Adds `verify`, which checks that all records are consistent and lists those that aren't. */
export function addVerifyCommand(program: Command, terminal: Terminal) {
  program
    .command('verify')
    .description(
      'Checks that all records are consistent: totals and ledger, practices and attendance, accounts and sessions, ' +
        'references between tables, and the guards inside the database.\n\n' +
        'It changes nothing and doesn’t slow anyone down. Each check prints one line; wrong rows are listed by id, and the ' +
        'exit code is 1.',
    )
    .summary('Check that all records are consistent')
    .addHelpText('after', examples(['verify', 'after a restore or an update, and from time to time']))
    .action(() => verify(terminal))
}

async function verify({ env, complain, say }: Terminal) {
  await using club = await openClub({ env, complain })
  const { checks, faulty } = await sayChecks(club, say)
  if (faulty > 0)
    throw new CommandRefused(
      `${faulty} of ${count(checks, 'check')} found a problem; nothing was changed. Copy the data before you repair anything.`,
    )
  say(`All ${count(checks, 'check')} passed.`)
}

/** Runs all checks and prints a line for each, followed by the rows that are wrong. */
export function sayChecks(club: CommandClub, say: Terminal['say']) {
  return runChecks(club, (title, { looked, wrong }) => {
    say(`${wrong.length === 0 ? 'ok   ' : 'WRONG'}  ${title} (${looked})`)
    for (const line of wrong) say(`       - ${printable(line)}`)
  })
}
