import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { clearKept, listKept, nameOfBackup } from '../backup/kept.ts'
import { backUpClub } from '../backup/of-club.ts'
import { backUpOffHost, listOffHost } from '../backup/off-host.ts'
import { systemClock } from '../clock.ts'
import type { BackupSettings } from '../config/backup-settings.ts'
import { SettingError } from '../config/club-config.ts'
import { readEnvironment } from '../config/environment.ts'
import { contentsOf, secondsSince } from './backup-words.ts'
import { requireClub } from './club.ts'
import { count, examples, type Terminal } from './terminal.ts'

/** `backup [DIR]` and `backups`. */
export function addBackupCommands(program: Command, terminal: Terminal) {
  program
    .command('backup')
    .description(
      'Copies the whole club into a new folder: all records as they were at one moment, all files, and the secret that ' +
        'the data folder keeps.\n\n' +
        'The server may run; it is not held up. The folder is as secret as the data folder. It is whole when it has its ' +
        'name: one that is still being written, or was broken off, is called .unfinished-…\n\n' +
        'Without a folder it is one more of those that are kept in BACKUP_DIR for BACKUP_KEEP_DAYS days, as the server ' +
        'takes one every night by itself.',
    )
    .summary('Copy the whole club into a new folder')
    .usage('[options] [folder]')
    .argument('[folder]', 'a folder that is not there yet, or empty')
    .option('--off-host', 'into the bucket of BACKUP_S3_BUCKET, where only what is new is sent')
    .addHelpText(
      'after',
      examples(
        ['backup', 'one more of those that are kept'],
        ['backup ../before-the-move', 'one that nobody clears away'],
        ['backup --off-host', 'on another machine, as the server does by itself when it is told where'],
      ),
    )
    .action((folder: string | undefined, { offHost = false }) =>
      offHost ? backUpToBucket(terminal) : backUp(terminal, folder),
    )

  program
    .command('backups')
    .description('Lists the backups that are kept in BACKUP_DIR and in the bucket of BACKUP_S3_BUCKET, oldest first.')
    .summary('List the backups that are kept')
    .addHelpText('after', examples(['backups', 'the names that "restore" takes']))
    .action(() => list(terminal))
}

async function backUp({ env, say, progress = () => {}, stepBack }: Terminal, named: string | undefined) {
  stepBack?.()
  const begunAt = performance.now()
  const environment = readEnvironment(env)
  requireClub(environment)
  const { backups } = environment
  const nowMs = systemClock.now()
  const folder = named === undefined ? join(backups.folder, nameOfBackup(nowMs)) : resolve(named)
  const tell = (what: string) => progress(`Copying ${what}`)
  const manifest = await backUpClub(environment, folder, { clock: systemClock, tell })
  say(`Backed up ${contentsOf(manifest)} to ${folder} in ${secondsSince(begunAt)}.`)
  // 0 turns off what the server does by itself; who asks for one then clears away by hand.
  if (named !== undefined || backups.keepDays === 0) return
  const gone = await clearKept(backups.folder, { nowMs, keepDays: backups.keepDays })
  if (gone.length > 0)
    say(`Deleted ${count(gone.length, 'backup')} of more than ${count(backups.keepDays, 'day')} ago.`)
}

async function backUpToBucket({ env, say, progress = () => {}, stepBack }: Terminal) {
  stepBack?.()
  const begunAt = performance.now()
  const environment = readEnvironment(env)
  requireClub(environment)
  const bucket = await bucketOf(environment)
  if (bucket === null) throw new SettingError('BACKUP_S3_BUCKET is missing: it says where backups off this host go.')
  const tell = (what: string) => progress(`Sending ${what}`)
  const { folder, keepDays } = environment.backups
  const { name, manifest, sent } = await backUpOffHost({
    bucket,
    folder,
    take: (place, aside) => backUpClub(environment, place, { clock: systemClock, tell, aside }),
    nowMs: systemClock.now(),
    keepDays: Math.max(1, keepDays),
  })
  const size = `${(sent.bytes / 1000).toLocaleString('en-US', { maximumFractionDigits: 0 })} kB`
  say(
    `Backed up ${contentsOf(manifest)} as off-host:${name} in ${secondsSince(begunAt)}; ${size} of it had to be sent.`,
  )
}

async function list({ env, say }: Terminal) {
  const environment = readEnvironment(env)
  const { folder } = environment.backups
  const kept = await listKept(folder)
  say(kept.length > 0 ? `In ${folder}:` : `There is none in ${folder} yet.`)
  for (const name of kept) say(`  ${name}`)
  const bucket = await bucketOf(environment)
  if (bucket === null) return say('No bucket on another machine is set (BACKUP_S3_BUCKET).')
  const far = await listOffHost(bucket)
  say(far.length > 0 ? 'On another machine:' : 'There is none on another machine yet.')
  for (const name of far) say(`  off-host:${name}`)
}

export async function bucketOf({ backups }: { backups: Pick<BackupSettings, 'offHost'> }) {
  if (backups.offHost === null) return null
  // Only where it is used: the client is a quarter of a second of loading.
  const { filesInBucket } = await import('../files/s3-files.ts')
  return filesInBucket(backups.offHost.bucket)
}
