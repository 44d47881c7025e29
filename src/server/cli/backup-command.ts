import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { checkFile } from '../backup/check.ts'
import { type Manifest, readManifest, secretFile } from '../backup/manifest.ts'
import { openPostgresSnapshot } from '../backup/postgres-snapshot.ts'
import { restoreBackup } from '../backup/restore.ts'
import { openSqliteSnapshot } from '../backup/sqlite-snapshot.ts'
import { takeBackup } from '../backup/take.ts'
import { systemClock } from '../clock.ts'
import { SettingError } from '../config/club-config.ts'
import { readEnvironment, secretFileIn } from '../config/environment.ts'
import { loadClub } from '../config/load-club.ts'
import { databaseFile } from '../db/club-database.ts'
import { schemaVersion } from '../db/migrate.ts'
import { openClubFiles } from '../files/open-files.ts'
import { createSecrets } from '../identity/secrets.ts'
import { openClub, requireClub } from './club.ts'
import { CommandRefused, count, examples, type Terminal } from './terminal.ts'
import { sayChecks } from './verify-command.ts'

/** `backup DIR` and `restore DIR`. */
export function addBackupCommands(program: Command, terminal: Terminal) {
  program
    .command('backup')
    .description(
      'Copies the whole club into a new folder: all records as they were at one moment, all files, and the secret that ' +
        'the data folder keeps.\n\n' +
        'The server may run; it is not held up. The folder is as secret as the data folder. It is whole when it has its ' +
        'name: one that is still being written, or was broken off, is called .unfinished-…',
    )
    .summary('Copy the whole club into a new folder')
    .usage('<folder>')
    .argument('<folder>', 'a folder that is not there yet, or empty')
    .addHelpText('after', examples(['backup ../backups/today', 'the README shows how to do it every night']))
    .action((folder: string) => backUp(terminal, resolve(folder)))

  program
    .command('restore')
    .description(
      'Puts a backup where there is no club yet: into a new DATA_DIR, or the empty database of DATABASE_URL. A backup fits ' +
        'either, wherever it comes from.\n\n' +
        'Everything is read and compared with its checksum before anything is written, and the club is there whole or not ' +
        'at all; broken off, it can be run again. Mails that waited when the backup was taken are not sent. At the end the ' +
        'checks of "verify" run.',
    )
    .summary('Put a backup where there is no club yet')
    .usage('[options] <folder>')
    .argument('<folder>', 'a folder that "backup" made')
    .option('--new-secret', 'when the AUTH_SECRET of then is lost: everyone signs in anew')
    .addHelpText('after', examples(['restore ../backups/today', 'with the server stopped']))
    .action((folder: string, { newSecret = false }) => restore(terminal, resolve(folder), newSecret))
}

async function backUp({ env, say, progress = () => {}, stepBack }: Terminal, folder: string) {
  stepBack?.()
  const begunAt = performance.now()
  const environment = readEnvironment(env)
  requireClub(environment)
  const file = databaseFile(environment)
  const manifest = await takeBackup(folder, {
    openSnapshot: () =>
      file === null
        ? openPostgresSnapshot(environment.databaseUrl ?? '', systemClock)
        : openSqliteSnapshot(file, systemClock),
    files: await openClubFiles(environment),
    secretMark: createSecrets(environment.authSecret).mark,
    keptSecret: env.AUTH_SECRET ? null : readFileSync(secretFileIn(environment.dataDir), 'utf8'),
    tell: (what) => progress(`Copying ${what}`),
  })
  say(`Backed up ${contentsOf(manifest)} to ${folder} in ${secondsSince(begunAt)}.`)
}

async function restore({ env, say, progress = () => {} }: Terminal, folder: string, newSecret: boolean) {
  const begunAt = performance.now()
  const manifest = await readManifest(folder, schemaVersion)
  const { environment, secret } = await readSettings(env, { folder, manifest, newSecret })
  await loadClub(environment.clubConfig)
  const { dataDir, databaseUrl } = environment
  await restoreBackup(folder, manifest, {
    dataDir,
    databaseUrl,
    files: await openClubFiles(environment),
    secret,
    clock: systemClock,
    tell: progress,
  })
  say(`Restored ${contentsOf(manifest)}, as of ${manifest.takenAt}, in ${secondsSince(begunAt)}.`)
  await using club = await openClub(env)
  const { checks, faulty } = await sayChecks(club, say)
  if (faulty > 0)
    throw new CommandRefused(
      `The club is restored as it was, and ${faulty} of ${count(checks, 'check')} found something wrong in it.`,
    )
  say(`All ${count(checks, 'check')} passed.`)
}

/** With the backup's own secret where the environment has none. @throws SettingError when the secret is not the club's */
async function readSettings(env: NodeJS.ProcessEnv, backup: Backup) {
  const { folder, manifest, newSecret } = backup
  const kept = manifest.files[secretFile] ? join(folder, secretFile) : null
  if (kept) await checkFile(folder, secretFile, manifest)
  if (kept && env.DATABASE_URL && !env.AUTH_SECRET)
    throw new SettingError(`AUTH_SECRET is missing: with DATABASE_URL set it to what is in ${kept}.`)
  const secret = kept && !env.AUTH_SECRET ? readFileSync(kept, 'utf8') : null
  const environment = readEnvironment(secret === null ? env : { ...env, AUTH_SECRET: secret.trim() })
  if (createSecrets(environment.authSecret).mark !== manifest.secretMark && !newSecret)
    throw new SettingError(
      kept
        ? `AUTH_SECRET is not what the club had. Set it to what is in ${kept}, or leave it out.`
        : 'AUTH_SECRET should be what the club had. If that is lost, add --new-secret: everyone signs in anew, and an address that has had its welcome passes could have them again.',
    )
  return { environment, secret }
}

type Backup = { folder: string; manifest: Manifest; newSecret: boolean }

function contentsOf({ tables, files }: Manifest) {
  const facts = Object.values(tables)
  const rows = facts.reduce((sum, table) => sum + table.rows, 0)
  return `${count(facts.length, 'table')} (${count(rows, 'row')}) and ${count(Object.keys(files).length, 'file')}`
}

function secondsSince(begunAt: number) {
  return `${((performance.now() - begunAt) / 1000).toFixed(1)} s`
}
