import type { Command } from 'commander'
import { runChecks } from '#server/ops/verify/run-checks.ts'
import { type CommandClub, openClub } from './open-club.ts'
import { CommandRefused, count, examples, printable, type Terminal } from './terminal.ts'

/** `verify`: proves that the records fit together, or names the rows that don't. */
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

/** Runs all checks with a line for each, and below it those rows that are wrong. */
export function sayChecks(club: CommandClub, say: Terminal['say']) {
  return runChecks(club, (title, { looked, wrong }) => {
    say(`${wrong.length === 0 ? 'ok   ' : 'WRONG'}  ${title} (${looked})`)
    for (const line of wrong) say(`       - ${printable(line)}`)
  })
}
