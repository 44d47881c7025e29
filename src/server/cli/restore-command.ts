import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { checkFile } from '../backup/check.ts'
import { begunAt } from '../backup/kept.ts'
import { type Manifest, readManifest, secretFile } from '../backup/manifest.ts'
import { fetchOffHost, listOffHost } from '../backup/off-host.ts'
import { restoreBackup } from '../backup/restore.ts'
import { systemClock } from '../clock.ts'
import { readBackups } from '../config/backup-settings.ts'
import { SettingError } from '../config/club-config.ts'
import { dataDirOf, readEnvironment, secretFileIn, variablesOf } from '../config/environment.ts'
import { loadClub } from '../config/load-club.ts'
import { schemaVersion } from '../db/migrate.ts'
import { openClubFiles } from '../files/open-files.ts'
import { createSecrets } from '../identity/secrets.ts'
import { bucketOf } from './backup-command.ts'
import { contentsOf, secondsSince } from './backup-words.ts'
import { openClub } from './club.ts'
import { CommandRefused, count, examples, type Terminal } from './terminal.ts'
import { sayChecks } from './verify-command.ts'

const offHost = 'off-host:'

/** `restore DIR`. */
export function addRestoreCommand(program: Command, terminal: Terminal) {
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
    .usage('[options] <backup>')
    .argument(
      '<backup>',
      'a folder that "backup" made, the name of one in BACKUP_DIR, or off-host:… from the bucket ("backups" lists both; ' +
        'off-host:latest is the newest)',
    )
    .option('--new-secret', 'when the secret of then is lost or has leaked: everyone signs in anew')
    .addHelpText(
      'after',
      examples(
        ['restore ../backups/today', 'with the server stopped'],
        ['restore off-host:latest', 'when the machine is gone'],
      ),
    )
    .action(async (named: string, { newSecret = false }) => {
      const folder = named.startsWith(offHost)
        ? await fetchBackup(terminal, named.slice(offHost.length))
        : folderOf(named, terminal.env)
      await restore(terminal, folder, newSecret)
    })
}

/** As a path, or as `backups` lists it. */
function folderOf(named: string, env: NodeJS.ProcessEnv) {
  const kept = join(readBackups(variablesOf(env), dataDirOf(env)).folder, named)
  return begunAt(named) !== null && !existsSync(named) && existsSync(kept) ? kept : resolve(named)
}

/** Into BACKUP_DIR, where it stays: what is wrong with a setting is found out after it has come. @returns the folder */
async function fetchBackup({ env, say, progress = () => {} }: Terminal, wanted: string) {
  const begunAt = performance.now()
  // The other settings may need what the backup brings along.
  const { folder, offHost } = readBackups(variablesOf(env), dataDirOf(env))
  const bucket = await bucketOf({ backups: { offHost } })
  if (bucket === null) throw new SettingError('BACKUP_S3_BUCKET is missing: it says where backups off this host are.')
  const names = await listOffHost(bucket)
  const name = wanted === 'latest' ? names.at(-1) : names.find((each) => each === wanted)
  if (name === undefined)
    throw new CommandRefused(
      names.length === 0
        ? 'There is no backup in the bucket of BACKUP_S3_BUCKET.'
        : `There is no off-host:${wanted}. The newest is off-host:${names.at(-1)}; "backups" lists all.`,
    )
  const place = join(folder, name)
  if (existsSync(place)) return place
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = await mkdtemp(`${place}.unfinished-`)
  try {
    await fetchOffHost(bucket, name, unfinished, { schemaVersion, tell: (what) => progress(`Fetching ${what}`) })
    await rename(unfinished, place)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  say(`Fetched off-host:${name} to ${place} in ${secondsSince(begunAt)}.`)
  return place
}

async function restore({ env, say, complain, progress = () => {} }: Terminal, folder: string, newSecret: boolean) {
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
  await using club = await openClub({ env, complain })
  const { checks, faulty } = await sayChecks(club, say)
  if (faulty > 0)
    throw new CommandRefused(
      `The club is restored as it was, and ${faulty} of ${count(checks, 'check')} found something wrong in it.`,
    )
  say(`All ${count(checks, 'check')} passed.`)
}

/**
 * With the backup's own secret where the environment has none, or with one that has not been the club's.
 * @throws SettingError when the secret is not the one that is wanted
 */
async function readSettings(env: NodeJS.ProcessEnv, backup: Backup) {
  const { folder, manifest, newSecret } = backup
  if (newSecret) {
    const environment = readEnvironment(env)
    if (createSecrets(environment.authSecret).mark === manifest.secretMark)
      throw new SettingError(
        `${env.AUTH_SECRET ? 'AUTH_SECRET' : secretFileIn(environment.dataDir)} is what the club had. With --new-secret it should be another one: ${env.AUTH_SECRET ? '"openssl rand -base64 48" makes one' : 'delete that file'}.`,
      )
    return { environment, secret: null }
  }
  const kept = manifest.files[secretFile] ? join(folder, secretFile) : null
  if (kept) await checkFile(folder, secretFile, manifest)
  if (kept && env.DATABASE_URL && !env.AUTH_SECRET)
    throw new SettingError(`AUTH_SECRET is missing: with DATABASE_URL set it to what is in ${kept}.`)
  const secret = kept && !env.AUTH_SECRET ? readFileSync(kept, 'utf8') : null
  const environment = readEnvironment(secret === null ? env : { ...env, AUTH_SECRET: secret.trim() })
  if (createSecrets(environment.authSecret).mark !== manifest.secretMark)
    throw new SettingError(
      kept
        ? `AUTH_SECRET is not what the club had. Set it to what is in ${kept}, or leave it out.`
        : 'AUTH_SECRET should be what the club had. If that is lost, add --new-secret: everyone signs in anew, and an address that has had its welcome passes could have them again.',
    )
  return { environment, secret }
}

type Backup = { folder: string; manifest: Manifest; newSecret: boolean }
