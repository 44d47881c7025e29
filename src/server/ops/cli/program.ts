import { Command, CommanderError } from 'commander'
import { SettingError } from '#server/ops/config/club-config.ts'
import { checkNpmSwallowedFlag, refuseAsRoot } from './argument-guards.ts'
import { addBackupCommands } from './backup-command.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { explain } from './explain-error.ts'
import { addExportCommands } from './export-command.ts'
import { addImportCommands } from './import-command.ts'
import { addOfficerCommands } from './officer-command.ts'
import { addRestoreCommand } from './restore-command.ts'
import { addSeedCommands } from './seed-command.ts'
import { asTyped, CommandRefused, examples, type Terminal } from './terminal.ts'
import { addVerifyCommand } from './verify-command.ts'

const done = 0
const failed = 1
const wrongUse = 2

/** Carries out one command line. @returns the exit code: 0 done, 1 it failed, 2 wrong use or a wrong setting */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' })
    return done
  } catch (error) {
    // Commander has said what it had to say; asking for help is no mistake, giving no command is one.
    if (error instanceof CommanderError) return error.exitCode === 0 ? done : wrongUse
    if (error instanceof SettingError) {
      terminal.complain(error.message)
      return wrongUse
    }
    terminal.complain(error instanceof CommandRefused ? error.message : explain(error, terminal.env))
    return failed
  }
}

function createProgram(terminal: Terminal) {
  const program = new Command('quiver')
    .description(
      'Manages the club from the command line, even while the server is running. It uses the same settings as the ' +
        'server: DATA_DIR, DATABASE_URL, CLUB_CONFIG, and the others.',
    )
    .usage('<command>')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help <command>', 'show help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.say(text.trimEnd()),
      writeErr: (text) => terminal.complain(text.trimEnd()),
      // One line, whatever Commander says in two.
      outputError: (text, write) => {
        const problem = text
          .replace(/^error: /, '')
          .replace(/\s+/g, ' ')
          .trim()
        write(`quiver: ${problem.replace(/([^.?)])$/, '$1.')} For help: ${asTyped('--help')}`)
      },
    })
    .addHelpText(
      'after',
      examples(
        ['officer add ana@purdue.edu', 'add the first officer, or another one'],
        ['officer --help', 'help on officers'],
        ['doctor', 'find problems and how to fix them'],
        ['verify', 'check that all records are consistent'],
        ['backup ../backups/today', 'back up the whole club'],
      ),
    )
    .addHelpText('after', '\nExit codes: 0 done, 1 failed or something is wrong, 2 invalid command or setting.')
    .hook('preAction', (_, command) => {
      checkNpmSwallowedFlag(command, terminal.env)
      if (command.name() !== 'doctor') refuseAsRoot(terminal.env)
    })
  addOfficerCommands(program, terminal)
  addDoctorCommand(program, terminal)
  addVerifyCommand(program, terminal)
  addBackupCommands(program, terminal)
  addRestoreCommand(program, terminal)
  addExportCommands(program, terminal)
  addImportCommands(program, terminal)
  addSeedCommands(program, terminal)
  return program
}
