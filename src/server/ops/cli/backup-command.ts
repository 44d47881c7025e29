import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '#server/clock.ts'
import { backUpClub } from '#server/ops/backup/create-backup.ts'
import type { Manifest } from '#server/ops/backup/manifest.ts'
import { copyOffsite, listOffsite } from '#server/ops/backup/offsite-copies.ts'
import { deleteExpiredBackups, listBackups, nameOfBackup } from '#server/ops/backup/retention.ts'
import { SettingError } from '#server/ops/config/club-config.ts'
import { readEnvironment } from '#server/ops/config/environment.ts'
import type { BackupSettings } from '#server/ops/config/storage-settings.ts'
import { count, examples, type Terminal } from '#server/ops/terminal.ts'
import { requireClub } from './open-club.ts'

/** Adds `backup [DIR]` and `backups`. */
export function addBackupCommands(program: Command, terminal: Terminal) {
  program
    .command('backup')
    .description(
      'Copies the whole club into a new folder: all records as of one moment, all files, and the secret in the data ' +
        'folder.\n\n' +
        'The server can keep running and isn’t slowed down. Keep the folder as safe as the data folder. Until the backup is ' +
        'complete, or if it was interrupted, its name starts with .unfinished-…\n\n' +
        'Without a folder, the backup goes to BACKUP_DIR and is deleted after BACKUP_KEEP_DAYS days, like the ones the ' +
        'server makes every night.',
    )
    .summary('Copy the whole club into a new folder')
    .usage('[options] [folder]')
    .argument('[folder]', 'a new or empty folder')
    .option('--off-host', 'back up to the bucket in BACKUP_S3_BUCKET; only what is new is sent')
    .addHelpText(
      'after',
      examples(
        ['backup', 'one more in BACKUP_DIR'],
        ['backup ../before-the-move', 'one that’s never deleted automatically'],
        ['backup --off-host', 'on another machine, as the server does if a bucket is set'],
      ),
    )
    .action((folder: string | undefined, { offHost = false }) =>
      offHost ? backUpToBucket(terminal) : backUp(terminal, folder),
    )

  program
    .command('backups')
    .description('Lists the backups in BACKUP_DIR and in the bucket in BACKUP_S3_BUCKET, oldest first.')
    .summary('List the backups')
    .addHelpText('after', examples(['backups', 'the names you can give to "restore"']))
    .action(() => list(terminal))
}

async function backUp({ env, say, progress = () => {}, lowerPriority }: Terminal, named: string | undefined) {
  lowerPriority?.()
  const begunAt = performance.now()
  const environment = readEnvironment(env)
  requireClub(environment)
  const { backups } = environment
  const nowMs = systemClock.now()
  const folder = named === undefined ? join(backups.folder, nameOfBackup(nowMs)) : resolve(named)
  const report = (what: string) => progress(`Copying ${what}`)
  const manifest = await backUpClub(environment, folder, { clock: systemClock, progress: report })
  say(`Backed up ${contentsOf(manifest)} to ${folder} in ${secondsSince(begunAt)}.`)
  // With 0, automatic backups are off, and old ones are deleted only by hand.
  if (named !== undefined || backups.keepDays === 0) return
  const gone = await deleteExpiredBackups(backups.folder, { nowMs, keepDays: backups.keepDays })
  if (gone.length > 0) say(`Deleted ${count(gone.length, 'backup')} older than ${count(backups.keepDays, 'day')}.`)
}

async function backUpToBucket({ env, say, progress = () => {}, lowerPriority }: Terminal) {
  lowerPriority?.()
  const begunAt = performance.now()
  const environment = readEnvironment(env)
  requireClub(environment)
  const bucket = await bucketOf(environment)
  if (bucket === null) throw new SettingError('BACKUP_S3_BUCKET is missing. Set it to the bucket for off-host backups.')
  const report = (what: string) => progress(`Sending ${what}`)
  const { folder, keepDays } = environment.backups
  const { name, manifest, sent } = await copyOffsite({
    bucket,
    folder,
    take: (place, aside) => backUpClub(environment, place, { clock: systemClock, progress: report, aside }),
    nowMs: systemClock.now(),
    keepDays: Math.max(1, keepDays),
  })
  const size = `${(sent.bytes / 1000).toLocaleString('en-US', { maximumFractionDigits: 0 })} kB`
  say(`Backed up ${contentsOf(manifest)} as off-host:${name} in ${secondsSince(begunAt)}; sent ${size}.`)
}

async function list({ env, say }: Terminal) {
  const environment = readEnvironment(env)
  const { folder } = environment.backups
  const kept = await listBackups(folder)
  say(kept.length > 0 ? `In ${folder}:` : `There are no backups in ${folder} yet.`)
  for (const name of kept) say(`  ${name}`)
  const bucket = await bucketOf(environment)
  if (bucket === null) return say('No bucket for off-host backups is set (BACKUP_S3_BUCKET).')
  const far = await listOffsite(bucket)
  say(far.length > 0 ? 'In the bucket:' : 'There are no backups in the bucket yet.')
  for (const name of far) say(`  off-host:${name}`)
}

export async function bucketOf({ backups }: { backups: Pick<BackupSettings, 'offHost'> }) {
  if (backups.offHost === null) return null
  // Loaded only when needed: loading the S3 client takes 250 ms.
  const { filesInBucket } = await import('#server/ops/files/s3-files.ts')
  return filesInBucket(backups.offHost.bucket)
}

/** Like `28 tables (1,083 rows) and 12 files`. */
export function contentsOf({ tables, files }: Pick<Manifest, 'tables' | 'files'>) {
  const facts = Object.values(tables)
  const rows = facts.reduce((sum, table) => sum + table.rows, 0)
  return `${count(facts.length, 'table')} (${count(rows, 'row')}) and ${count(Object.keys(files).length, 'file')}`
}

/** Like `2.4 s`, since a value of `performance.now()`. */
export function secondsSince(begunAt: number) {
  return `${((performance.now() - begunAt) / 1000).toFixed(1)} s`
}
