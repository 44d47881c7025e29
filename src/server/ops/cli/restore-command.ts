import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '#server/clock.ts'
import { createSecrets } from '#server/crypto/secrets.ts'
import { schemaVersion } from '#server/db/migrate.ts'
import { checkFile } from '#server/ops/backup/check-backup.ts'
import { type Manifest, readManifest, secretFile } from '#server/ops/backup/manifest.ts'
import { fetchOffsite, listOffsite } from '#server/ops/backup/offsite-copies.ts'
import { restoreBackup } from '#server/ops/backup/restore-backup.ts'
import { begunAt } from '#server/ops/backup/retention.ts'
import { loadClub, SettingError } from '#server/ops/config/club-config.ts'
import { dataDirOf, readEnvironment, secretFileIn, variablesOf } from '#server/ops/config/environment.ts'
import { readBackups } from '#server/ops/config/storage-settings.ts'
import { openClubFiles } from '#server/ops/files/open-files.ts'
import { CommandRefused, count, examples, type Terminal } from '#server/ops/terminal.ts'
import { bucketOf, contentsOf, secondsSince } from './backup-command.ts'
import { sayChecks } from './check-commands.ts'
import { openClub } from './open-club.ts'

const offHost = 'off-host:'

/** Adds `restore DIR`. */
export function addRestoreCommand(program: Command, terminal: Terminal) {
  program
    .command('restore')
    .description(
      'Restores a backup where there’s no club yet: in a new DATA_DIR, or the empty database in DATABASE_URL. Any backup ' +
        'works with either.\n\n' +
        'Everything is checked against its checksum before anything is written, and the club is restored completely or not ' +
        'at all. If it’s interrupted, run it again. Everyone logs in again, calendar links and links in emails end, and emails ' +
        'that were waiting when the backup was made aren’t sent. At the end, the checks of "verify" run.',
    )
    .summary('Restore a backup where there’s no club yet')
    .usage('[options] <backup>')
    .argument(
      '<backup>',
      'a folder made by "backup", a name in BACKUP_DIR, or off-host:… from the bucket ("backups" lists both; ' +
        'off-host:latest is the newest)',
    )
    .option('--keep-logins', 'if the old server was stopped before the backup was made: logins and links stay valid')
    .option('--new-secret', 'if the old secret is lost or has leaked; everyone has to log in again')
    .addHelpText(
      'after',
      examples(
        ['restore ../backups/today', 'with the server stopped'],
        ['restore off-host:latest', 'when the machine is gone'],
        ['restore ../moving --keep-logins', 'on another machine'],
      ),
    )
    .action(async (named: string, { newSecret = false, keepLogins = false }) => {
      const folder = named.startsWith(offHost)
        ? await fetchBackup(terminal, named.slice(offHost.length))
        : folderOf(named, terminal.env)
      await restore(terminal, folder, { newSecret, keepLogins })
    })
}

/** The folder of a backup given as a path or as a name from `backups`. */
function folderOf(named: string, env: NodeJS.ProcessEnv) {
  const kept = join(readBackups(variablesOf(env), dataDirOf(env)).folder, named)
  return begunAt(named) !== null && !existsSync(named) && existsSync(kept) ? kept : resolve(named)
}

/**
 * Downloads a backup into BACKUP_DIR and leaves it there, so a wrong setting found later doesn't require another
 * download.
 * @returns the folder
 */
async function fetchBackup({ env, say, progress = () => {} }: Terminal, wanted: string) {
  const begunAt = performance.now()
  // Read only these settings: others may need the secret from the backup.
  const { folder, offHost } = readBackups(variablesOf(env), dataDirOf(env))
  const bucket = await bucketOf({ backups: { offHost } })
  if (bucket === null)
    throw new SettingError('BACKUP_S3_BUCKET is missing. Set it to the bucket with the off-host backups.')
  const names = await listOffsite(bucket)
  const name = wanted === 'latest' ? names.at(-1) : names.find((each) => each === wanted)
  if (name === undefined)
    throw new CommandRefused(
      names.length === 0
        ? 'There are no backups in the bucket in BACKUP_S3_BUCKET.'
        : `There’s no off-host:${wanted}. The newest is off-host:${names.at(-1)}; "backups" lists them all.`,
    )
  const place = join(folder, name)
  if (existsSync(place)) return place
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = await mkdtemp(`${place}.unfinished-`)
  try {
    await fetchOffsite(bucket, name, unfinished, { schemaVersion, progress: (what) => progress(`Fetching ${what}`) })
    await rename(unfinished, place)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  say(`Fetched off-host:${name} to ${place} in ${secondsSince(begunAt)}.`)
  return place
}

type Options = { newSecret: boolean; keepLogins: boolean }

async function restore({ env, say, complain, progress = () => {} }: Terminal, folder: string, options: Options) {
  const { newSecret, keepLogins } = options
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
    keepLogins,
    clock: systemClock,
    progress,
  })
  say(`Restored ${contentsOf(manifest)}, as of ${manifest.takenAt}, in ${secondsSince(begunAt)}.`)
  await using club = await openClub({ env, complain })
  const { checks, faulty } = await sayChecks(club, say)
  if (faulty > 0)
    throw new CommandRefused(
      `The club is restored as it was, but ${faulty} of ${count(checks, 'check')} found a problem in it.`,
    )
  say(`All ${count(checks, 'check')} passed.`)
}

/**
 * Uses the backup's own secret if the environment has none, or a new one with --new-secret.
 * @throws SettingError if the secret isn't the expected one
 */
async function readSettings(env: NodeJS.ProcessEnv, backup: Backup) {
  const { folder, manifest, newSecret } = backup
  if (newSecret) {
    const environment = readEnvironment(env)
    if (createSecrets(environment.authSecret).mark === manifest.secretMark)
      throw new SettingError(
        `${env.AUTH_SECRET ? 'AUTH_SECRET' : secretFileIn(environment.dataDir)} is the club’s old secret. With --new-secret it has to be a new one: ${env.AUTH_SECRET ? 'create one with "openssl rand -base64 48"' : 'delete that file'}.`,
      )
    return { environment, secret: null }
  }
  const kept = manifest.files[secretFile] ? join(folder, secretFile) : null
  if (kept) await checkFile(folder, secretFile, manifest)
  if (kept && env.DATABASE_URL && !env.AUTH_SECRET)
    throw new SettingError(`AUTH_SECRET is missing. With DATABASE_URL, set it to the content of ${kept}.`)
  const secret = kept && !env.AUTH_SECRET ? readFileSync(kept, 'utf8') : null
  const environment = readEnvironment(secret === null ? env : { ...env, AUTH_SECRET: secret.trim() })
  if (createSecrets(environment.authSecret).mark !== manifest.secretMark)
    throw new SettingError(
      kept
        ? `AUTH_SECRET isn’t the club’s secret. Set it to the content of ${kept}, or leave it out.`
        : 'AUTH_SECRET has to be the club’s secret. If it’s lost, add --new-secret: everyone has to log in again, and people who already got their welcome passes could get them again.',
    )
  return { environment, secret }
}

type Backup = { folder: string; manifest: Manifest; newSecret: boolean }
