import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { begunAt, listKept } from '../../backup/kept.ts'
import { listOffHost } from '../../backup/off-host.ts'
import { secretFileIn } from '../../config/environment.ts'
import { inOnePiece, readWhole } from '../../files/club-files.ts'
import type { S3Settings } from '../../files/s3-files.ts'
import { asTyped } from '../terminal.ts'
import type { Facts, Part } from './facts.ts'
import { codeOf, type Finding, inWords, ok, warning, wordsOf, wrong } from './finding.ts'

const hourMs = 3_600_000

export const storage: Part = {
  name: 'Storage',
  async look(facts) {
    const { settings } = facts
    const findings = existsSync(settings.dataDir)
      ? [...lookAtRights(settings), ...(await lookAtRoom(settings.dataDir, facts.limits))]
      : []
    if (settings.s3) findings.push(...(await lookAtBucket(settings.s3, 'S3_')))
    return findings
  },
}

/** Nothing is written on trial: what the system says of the folder is enough. */
function lookAtRights({ dataDir }: Facts['settings']): Finding[] {
  const findings: Finding[] = []
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = codeOf(error) === 'EROFS' ? 'the disk is read-only' : 'this user may not'
    findings.push(
      wrong(
        `Nothing can be written to ${dataDir}: ${why}.`,
        why === 'this user may not'
          ? `Give the folder to the user that the server runs as: chown -R quiver: ${dataDir}`
          : 'The disk has a fault, most likely: take a backup elsewhere at once, look at dmesg, and have the disk changed.',
      ),
    )
  }
  if (process.platform === 'win32') return findings
  const modeOf = (file: string) => (existsSync(file) ? statSync(file).mode : 0)
  const secret = secretFileIn(dataDir)
  if (modeOf(secret) & 0o077)
    findings.push(
      wrong(
        `Others on this machine may read ${secret}, with which they can be anybody.`,
        `Keep it to its owner: chmod 600 ${secret} and, if others work here, make a new one (docs/handover.md).`,
      ),
    )
  if (modeOf(dataDir) & 0o007 && modeOf(join(dataDir, 'quiver.db')) & 0o007)
    findings.push(
      warning(
        `Others on this machine may read the members' records in ${dataDir}.`,
        `Keep the folder to its owner: chmod 700 ${dataDir}`,
      ),
    )
  return findings
}

/** Drives of another machine, by what `statfs` calls them: SQLite's locks don't hold there. */
const networkDrives = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
])

async function lookAtRoom(dataDir: string, { leastFreeBytes }: Facts['limits']): Promise<Finding[]> {
  const { bavail, bsize, files, ffree, type } = await statfs(dataDir)
  const free = bavail * bsize
  const drive = networkDrives.get(type)
  const findings: Finding[] = []
  if (drive)
    findings.push(
      wrong(
        `${dataDir} lies on a drive of another machine (${drive}), where a database gets damaged.`,
        'Move the data folder to a disk of this machine, or use PostgreSQL (DATABASE_URL).',
      ),
    )
  const room = `Make room: old logs (journalctl --vacuum-size=200M), packages (apt-get clean), or fewer backups (BACKUP_KEEP_DAYS).`
  const says = `The disk of ${dataDir} has ${inSize(free)} left.`
  if (free < leastFreeBytes / 10) findings.push(wrong(says, room))
  else if (free < leastFreeBytes) findings.push(warning(says, room))
  else if (files > 0 && ffree < 1000) findings.push(wrong(`The disk of ${dataDir} has no room for more files.`, room))
  else findings.push(ok(says))
  return findings
}

function inSize(bytes: number) {
  const [number, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${number.toLocaleString('en-US', { maximumFractionDigits: number < 10 ? 1 : 0 })} ${unit}`
}

/** Written to and cleared again, because nothing else says whether it can be; outside of what the club has there. */
async function lookAtBucket(settings: S3Settings, prefix: string): Promise<Finding[]> {
  const { filesInBucket } = await import('../../files/s3-files.ts')
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
          `${where} does not give back what it takes.`,
          `Use a store that keeps what it is given at once (${prefix}ENDPOINT).`,
        ),
      ]
    return [ok(`${where} takes and gives.`)]
  } catch (error) {
    return [whyNoBucket(error, where, prefix)]
  }
}

function whyNoBucket(error: unknown, where: string, prefix: string): Finding {
  const name = nameOf(error)
  const says = `${where} can't be used: ${wordsOf(error)}.`
  if (name === 'NoSuchBucket')
    return wrong(`${where} does not exist.`, `Make it at the store, or correct ${prefix}BUCKET.`)
  if (['InvalidAccessKeyId', 'SignatureDoesNotMatch'].includes(name))
    return wrong(says, `Copy ${prefix}ACCESS_KEY_ID and ${prefix}SECRET_ACCESS_KEY from the store again.`)
  if (['AccessDenied', 'Forbidden'].includes(name))
    return wrong(says, 'Allow this key to list, read, write and delete in the bucket.')
  if (name === 'RequestTimeTooSkewed') return wrong(says, 'Set the clock by itself: timedatectl set-ntp true')
  return wrong(says, `Check ${prefix}ENDPOINT and ${prefix}REGION, and that this machine reaches the store.`)
}

/** What the store calls it, below what wraps it. */
function nameOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return ''
  return nameOf(error.cause, depth + 1) || error.name
}

export const backups: Part = {
  name: 'Backups',
  async look(facts) {
    const { settings, clock, sinceMs, server } = facts
    const { folder, keepDays, offHost } = settings.backups
    if (sinceMs === null) return []
    const findings: Finding[] = []
    const now = clock.now()
    const isRunning = server.direct.outcome === 'answers'
    if (keepDays === 0 && offHost === null)
      findings.push(
        warning(
          'Nobody takes backups: BACKUP_KEEP_DAYS is 0.',
          `Take that setting out, unless another server of this club takes them.`,
        ),
      )
    if (keepDays > 0) findings.push(...(await lookAtFolder({ folder, now, sinceMs })))
    if (offHost === null) {
      if (keepDays > 0 && isOnDiskOf(settings.dataDir, folder))
        findings.push(
          warning(
            'All backups lie on the disk of the club itself: when that dies, they do.',
            'Set a bucket on another machine (BACKUP_S3_…, docs/deploy.md), or BACKUP_DIR to another disk.',
          ),
        )
      return findings
    }
    const bucket = await lookAtBucket(offHost.bucket, 'BACKUP_S3_')
    if (bucket.some(({ state }) => state !== 'ok')) return [...findings, ...bucket]
    const { filesInBucket } = await import('../../files/s3-files.ts')
    const newest = begunAt((await listOffHost(filesInBucket(offHost.bucket))).at(-1) ?? '')
    const late = Math.max(hourMs, 3 * offHost.everyMinutes * 60_000)
    const cure = `Take one now, and see what it says: ${asTyped('backup --off-host')}`
    if (newest === null)
      findings.push(
        (isRunning && now - sinceMs > late ? wrong : warning)(
          'There is no backup in the bucket of BACKUP_S3_BUCKET yet.',
          cure,
        ),
      )
    else if (now - newest > late)
      findings.push(
        (isRunning ? wrong : warning)(
          `The newest backup in the bucket of BACKUP_S3_BUCKET is ${inWords(now - newest)} old.`,
          cure,
        ),
      )
    else findings.push(ok(`The newest on another machine is ${inWords(now - newest)} old.`))
    return findings
  },
}

type Kept = { folder: string; now: number; sinceMs: number }

async function lookAtFolder({ folder, now, sinceMs }: Kept): Promise<Finding[]> {
  const place = nearestThere(folder)
  if (!statSync(place).isDirectory() || !isWritable(place))
    return [
      wrong(
        `No backup can be written to ${folder}.`,
        `Make the folder for the user that the server runs as, or correct BACKUP_DIR.`,
      ),
    ]
  const newest = begunAt((await listKept(folder)).at(-1) ?? '')
  const age = now - (newest ?? sinceMs)
  const cure = `Take one now, and see what it says: ${asTyped('backup')}; the log says why none was taken: journalctl -u quiver | grep backup`
  // One a night; the first comes in the night after the first day.
  if (age > 36 * hourMs)
    return [
      wrong(
        newest === null ? `There is no backup in ${folder}.` : `The newest backup in ${folder} is ${inWords(age)} old.`,
        cure,
      ),
    ]
  if (newest === null) return [ok('The first is taken in the night.')]
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

/** What is there already of a path that is going to be made. */
function nearestThere(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestThere(dirname(path))
}
