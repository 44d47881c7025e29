import type { Command } from 'commander'
import { SettingError } from '../config/club-config.ts'
import { examine } from './doctor/examine.ts'
import { CommandRefused, count, examples, printable, type Terminal } from './terminal.ts'

/** `doctor`: says what is not as it should be, and what to do. */
export function addDoctorCommand(program: Command, terminal: Terminal) {
  program
    .command('doctor')
    .description(
      'Looks at everything that the club depends on: settings, storage, database, officers, the server and the way to it ' +
        '(proxy, certificate, live stream), mail, calendar, clock and backups.\n\n' +
        'It changes nothing and may run beside the server, as the user that the server runs as. Each line says how ' +
        'something is, and the line below it what to do where that is not well. It ends with 1 when something is wrong; ' +
        'a warning alone is no reason.',
    )
    .summary('Say what is not as it should be, and what to do')
    .option('--mail-to <email>', 'also send one mail there, to see whether it arrives')
    .addHelpText(
      'after',
      examples(
        ['doctor', 'after each change of the settings, and when something is odd'],
        ['doctor --mail-to ana@purdue.edu', 'when mails do not arrive'],
      ),
    )
    .action(({ mailTo }: { mailTo?: string }) => diagnose(terminal, mailTo))
}

const tags = { ok: 'ok   ', warning: 'WARN ', wrong: 'WRONG' }

async function diagnose({ env, say, progress = () => {} }: Terminal, mailTo: string | undefined) {
  if (mailTo !== undefined && !/^[^\s@<>,"]+@[^\s@<>,"]+$/.test(mailTo))
    throw new SettingError(`"${printable(mailTo)}" is not an e-mail address. Write it like ana@purdue.edu.`)
  const found = await examine(env, { progress, mailTo: mailTo ?? null })
  for (const { part, finding } of found) {
    say(`${tags[finding.state]}  ${part}: ${printable(finding.says)}`)
    if (finding.state !== 'ok') say(`       - ${printable(finding.cure)}`)
  }
  const of = (state: 'warning' | 'wrong') => found.filter(({ finding }) => finding.state === state).length
  const warnings = of('warning') === 0 ? '' : `, ${count(of('warning'), 'warning')}`
  if (of('wrong') > 0)
    throw new CommandRefused(`${count(of('wrong'), 'thing')} ${of('wrong') === 1 ? 'is' : 'are'} wrong${warnings}.`)
  say(`All is well${warnings}.`)
}
