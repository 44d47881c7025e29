import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listOffsite } from '#server/ops/backup/offsite-copies.ts'
import { begunAt, listBackups } from '#server/ops/backup/retention.ts'
import { secretFileIn } from '#server/ops/config/environment.ts'
import type { S3Settings } from '#server/ops/config/storage-settings.ts'
import { inOnePiece, readWhole } from '#server/ops/files/club-files.ts'
import { asTyped } from '#server/ops/terminal.ts'
import {
  type CheckGroup,
  type CheckInput,
  codeOf,
  type Finding,
  inWords,
  messageOf,
  ok,
  warning,
  wrong,
} from './check.ts'

const hourMs = 3_600_000

export const storage: CheckGroup = {
  name: 'Storage',
  async look(input) {
    const { settings } = input
    const findings = existsSync(settings.dataDir)
      ? [...lookAtRights(settings), ...(await lookAtRoom(settings.dataDir, input.limits))]
      : []
    if (settings.s3) findings.push(...(await lookAtBucket(settings.s3, 'S3_')))
    return findings
  },
}

/** Checks the permissions of the data folder and its files without writing anything. */
function lookAtRights({ dataDir }: CheckInput['settings']): Finding[] {
  const findings: Finding[] = []
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = codeOf(error) === 'EROFS' ? 'the disk is read-only' : 'this user isn’t allowed to'
    findings.push(
      wrong(
        `Can’t write to ${dataDir}: ${why}.`,
        why === 'this user isn’t allowed to'
          ? `Give the folder to the user the server runs as: chown -R quiver: ${dataDir}`
          : 'The disk is probably failing. Make a backup somewhere else right away, check dmesg, and replace the disk.',
      ),
    )
  }
  if (process.platform === 'win32') return findings
  const modeOf = (file: string) => (existsSync(file) ? statSync(file).mode : 0)
  const secret = secretFileIn(dataDir)
  if (modeOf(secret) & 0o077)
    findings.push(
      wrong(
        `Other users on this machine can read ${secret}. With it, they can pose as anyone.`,
        `Restrict it to its owner: chmod 600 ${secret}. If others use this machine, create a new one (docs/troubleshoot.md).`,
      ),
    )
  if (modeOf(dataDir) & 0o007 && modeOf(join(dataDir, 'quiver.db')) & 0o007)
    findings.push(
      warning(
        `Other users on this machine can read the members’ records in ${dataDir}.`,
        `Restrict the folder to its owner: chmod 700 ${dataDir}`,
      ),
    )
  return findings
}

/** Network file systems by their `statfs` type; SQLite's locks don't work reliably on them. */
const networkDrives = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
])

async function lookAtRoom(dataDir: string, { leastFreeBytes }: CheckInput['limits']): Promise<Finding[]> {
  const { bavail, bsize, files, ffree, type } = await statfs(dataDir)
  const free = bavail * bsize
  const drive = networkDrives.get(type)
  const findings: Finding[] = []
  if (drive)
    findings.push(
      wrong(
        `${dataDir} is on a network drive (${drive}), where the database can get damaged.`,
        'Move the data folder to a local disk, or use PostgreSQL (DATABASE_URL).',
      ),
    )
  const room = `Free up space: old logs (journalctl --vacuum-size=200M), packages (apt-get clean), or fewer backups (BACKUP_KEEP_DAYS).`
  const says = `The disk with ${dataDir} has ${inSize(free)} left.`
  if (free < leastFreeBytes / 10) findings.push(wrong(says, room))
  else if (free < leastFreeBytes) findings.push(warning(says, room))
  else if (files > 0 && ffree < 1000) findings.push(wrong(`The disk with ${dataDir} has no room for more files.`, room))
  else findings.push(ok(says))
  return findings
}

function inSize(bytes: number) {
  const [number, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${number.toLocaleString('en-US', { maximumFractionDigits: number < 10 ? 1 : 0 })} ${unit}`
}

/** Writes, reads and removes a test object outside the club's own paths, because nothing else proves write access. */
async function lookAtBucket(settings: S3Settings, prefix: string): Promise<Finding[]> {
  const { filesInBucket } = await import('#server/ops/files/s3-files.ts')
  const bucket = filesInBucket(settings)
  const where = `The bucket ${settings.bucket} at ${new URL(settings.endpoint).host}`
  const path = `doctor/${process.pid}`
  try {
    await bucket.write(path, inOnePiece(Buffer.from('quiver')))
    const back = await bucket.read(path)
    await bucket.remove(path)
    if (back === null || (await readWhole(back)).toString() !== 'quiver')
      return [
        wrong(
          `${where} doesn’t return what was stored.`,
          `Use a storage provider that’s strongly consistent (${prefix}ENDPOINT).`,
        ),
      ]
    return [ok(`${where} can be written and read.`)]
  } catch (error) {
    return [whyNoBucket(error, where, prefix)]
  }
}

function whyNoBucket(error: unknown, where: string, prefix: string): Finding {
  const name = nameOf(error)
  const says = `${where} can’t be used: ${messageOf(error)}.`
  if (name === 'NoSuchBucket')
    return wrong(`${where} doesn’t exist.`, `Create it at the storage provider, or correct ${prefix}BUCKET.`)
  if (['InvalidAccessKeyId', 'SignatureDoesNotMatch'].includes(name))
    return wrong(says, `Copy ${prefix}ACCESS_KEY_ID and ${prefix}SECRET_ACCESS_KEY from the storage provider again.`)
  if (['AccessDenied', 'Forbidden'].includes(name))
    return wrong(says, 'Allow this key to list, read, write, and delete in the bucket.')
  if (name === 'RequestTimeTooSkewed') return wrong(says, 'Set the clock automatically: timedatectl set-ntp true')
  return wrong(
    says,
    `Check ${prefix}ENDPOINT and ${prefix}REGION, and that this machine can reach the storage provider.`,
  )
}

/** The name of the innermost error, as the storage provider calls it. */
function nameOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return ''
  return nameOf(error.cause, depth + 1) || error.name
}

export const backups: CheckGroup = {
  name: 'Backups',
  async look(input) {
    const { settings, clock, sinceMs, server } = input
    const { folder, keepDays, offHost } = settings.backups
    if (sinceMs === null) return []
    const findings: Finding[] = []
    const now = clock.now()
    const isRunning = server.direct.outcome === 'answers'
    if (keepDays === 0 && offHost === null)
      findings.push(
        warning(
          'No backups are made: BACKUP_KEEP_DAYS is 0.',
          `Remove that setting, unless another server of this club makes them.`,
        ),
      )
    if (keepDays > 0) findings.push(...(await lookAtFolder({ folder, now, sinceMs })))
    if (offHost === null) {
      if (keepDays > 0 && isOnDiskOf(settings.dataDir, folder))
        findings.push(
          warning(
            'All backups are on the club’s own disk. If it fails, they’re gone, too.',
            'Set up a bucket on another machine (BACKUP_S3_…, docs/install.md), or set BACKUP_DIR to another disk.',
          ),
        )
      return findings
    }
    const bucket = await lookAtBucket(offHost.bucket, 'BACKUP_S3_')
    if (bucket.some(({ state }) => state !== 'ok')) return [...findings, ...bucket]
    const { filesInBucket } = await import('#server/ops/files/s3-files.ts')
    const newest = begunAt((await listOffsite(filesInBucket(offHost.bucket))).at(-1) ?? '')
    const late = Math.max(hourMs, 3 * offHost.everyMinutes * 60_000)
    const cure = `Make one now and see what it says: ${asTyped('backup --off-host')}`
    if (newest === null)
      findings.push(
        (isRunning && now - sinceMs > late ? wrong : warning)(
          'There’s no backup in the bucket in BACKUP_S3_BUCKET yet.',
          cure,
        ),
      )
    else if (now - newest > late)
      findings.push(
        (isRunning ? wrong : warning)(
          `The newest backup in the bucket in BACKUP_S3_BUCKET is ${inWords(now - newest)} old.`,
          cure,
        ),
      )
    else findings.push(ok(`The newest off-host backup is ${inWords(now - newest)} old.`))
    return findings
  },
}

type BackupFolder = { folder: string; now: number; sinceMs: number }

async function lookAtFolder({ folder, now, sinceMs }: BackupFolder): Promise<Finding[]> {
  const place = nearestThere(folder)
  if (!statSync(place).isDirectory() || !isWritable(place))
    return [
      wrong(
        `Backups can’t be written to ${folder}.`,
        `Create the folder for the user the server runs as, or correct BACKUP_DIR.`,
      ),
    ]
  const newest = begunAt((await listBackups(folder)).at(-1) ?? '')
  const age = now - (newest ?? sinceMs)
  const cure = `Make one now and see what it says: ${asTyped('backup')}. The log says why there’s none: journalctl -u quiver | grep backup`
  // A backup is made every night; the first in the night after the club's first day.
  if (age > 36 * hourMs)
    return [
      wrong(
        newest === null ? `There’s no backup in ${folder}.` : `The newest backup in ${folder} is ${inWords(age)} old.`,
        cure,
      ),
    ]
  if (newest === null) return [ok('The first one is made tonight.')]
  return [ok(`The newest is ${inWords(age)} old, in ${folder}.`)]
}

function isWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isOnDiskOf(dataDir: string, folder: string) {
  return statSync(nearestThere(dataDir)).dev === statSync(nearestThere(folder)).dev
}

/** The nearest existing parent of a path that may not exist yet. */
function nearestThere(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestThere(dirname(path))
}
