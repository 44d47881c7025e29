import { statSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { SettingError } from '#server/ops/config/club-config.ts'
import { dataDirOf } from '#server/ops/config/environment.ts'
import { asTyped, CommandRefused, examples, type Terminal } from '#server/ops/terminal.ts'
import { addBackupCommands } from './backup-command.ts'
import { addDoctorCommand, addVerifyCommand } from './check-commands.ts'
import { addExportCommands } from './export-command.ts'
import { addImportCommands } from './import-command.ts'
import { addOfficerCommands } from './officer-command.ts'
import { addRestoreCommand } from './restore-command.ts'
import { addSeedCommands } from './seed-command.ts'

const done = 0
const failed = 1
const wrongUse = 2

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 failed, 2 invalid command or setting
 */
export async function run(args: string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' })
    return done
  } catch (error) {
    // Commander has already printed its message. Asking for help isn't an error; a missing command is.
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
      // Commander prints two lines; we print one.
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

/**
 * Without the two dashes, npm takes the options for its own, and `--dry-run` would be lost.
 * @throws SettingError if that happened
 */
function checkNpmSwallowedFlag(command: Command, env: NodeJS.ProcessEnv) {
  for (const { long } of command.options) {
    const kept = `npm_config_${long?.slice(2).replaceAll('-', '_')}`
    if (env[kept] !== undefined)
      throw new SettingError(
        `npm treated ${long} as one of its own options. Put two dashes between "quiver" and the command: ${asTyped(`${commandWords(command)} …`)}`,
      )
  }
}

/** The full name of a command, like `import firebase`. */
function commandWords(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${commandWords(parent)} ${command.name()}` : command.name()
}

/**
 * A server that runs as another user couldn't open files that root has created.
 * @throws SettingError
 */
function refuseAsRoot(env: NodeJS.ProcessEnv, me = process.getuid?.()) {
  const dataDir = dataDirOf(env)
  const { uid } = statSync(dataDir, { throwIfNoEntry: false }) ?? {}
  if (me === 0 && uid !== undefined && uid !== 0)
    throw new SettingError(
      `${dataDir} belongs to another user (${uid}), who couldn’t open files made by root. Run this as the user the server runs as: sudo -iu quiver`,
    )
}

/** SQLITE_BUSY, in the lowest byte of the error code: another process is writing. */
const busy = 5
const unreachable = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28|3D|57P|53)/

/** An unexpected error as one line with advice; with LOG_LEVEL=debug, its stack trace. */
function explain(error: unknown, env: NodeJS.ProcessEnv) {
  if (['debug', 'trace'].includes(env.LOG_LEVEL ?? '') && error instanceof Error && error.stack) return error.stack
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown }
  if ((Number(errcode) & 0xff) === busy) return 'The database is busy. Try again in a moment.'
  if (env.DATABASE_URL && typeof code === 'string' && (unreachable.test(code) || code === ''))
    return `The database in DATABASE_URL can’t be used (${wordsOf(error)}). Check the address, and that PostgreSQL is running.`
  return `That didn’t work: ${wordsOf(error)}. Set LOG_LEVEL=debug to see where.`
}

/** An error's message. If several addresses were tried, Node throws an AggregateError without a message. */
function wordsOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error
  const words = inner instanceof Error ? inner.message : String(inner)
  return words.replace(/\s+/g, ' ').replace(/\.$/, '')
}
