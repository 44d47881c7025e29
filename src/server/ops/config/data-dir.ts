import {
  chmodSync,
  closeSync,
  type Dirent,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { SettingError } from './club-config.ts'
import type { Environment } from './environment.ts'

const others = 0o077

/**
 * Makes all new files of this process and its children private, regardless of the inherited umask. Setting the umask
 * covers files that SQLite creates, too.
 */
export function makePrivate() {
  process.umask(others)
}

/**
 * Files that identify a club's folder. A mistyped DATA_DIR may be /var or /proc, and root could change permissions
 * there.
 */
const marks = ['quiver.db', 'auth-secret']

/** What Quiver creates in DATA_DIR; other files there aren't ours. */
const made =
  /^(quiver\.db(-wal|-shm|-journal)?|quiver\.rescued-.*\.db|server\.lock(-journal)?|auth-secret|mail|files|backups)$/

/**
 * Removes other users' permissions that an earlier release, a copy, or a restore left open.
 * @returns the paths that were open; some may still be if the system doesn't let us change them, which the doctor
 * reports
 */
export function restrictAccess(dataDir: string) {
  const isOfClub = marks.some((name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile())
  if (process.platform === 'win32' || !isOfClub) return []
  const open: string[] = []
  const close = (path: string) => {
    const state = lstatSync(path, { throwIfNoEntry: false })
    // A link has no permissions of its own, and its target isn't in this folder.
    if (!state || state.isSymbolicLink() || (state.mode & others) === 0) return
    open.push(path)
    try {
      chmodSync(path, state.mode & 0o700)
    } catch {
      // Another user's file, or a file system without permissions.
    }
  }
  // Never change a folder with the sticky bit, which everyone shares, like /tmp.
  if (((lstatSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0) & 0o1000) === 0) close(dataDir)
  for (const entry of entriesOf(dataDir).filter(({ name }) => made.test(name))) {
    const path = join(dataDir, entry.name)
    close(path)
    if (entry.isDirectory()) for (const child of entriesOf(path, true)) close(join(child.parentPath, child.name))
  }
  return open
}

function entriesOf(folder: string, recursive = false): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive })
  } catch {
    // We may not read it; the start fails later if it needs to.
    return []
  }
}

/** Files that a running server writes; a command run as another user may have changed their owner. */
const written = ['quiver.db', 'quiver.db-wal', 'quiver.db-shm', 'server.lock']
const trialName = '.trial'

type Where = Pick<Environment, 'dataDir' | 'databaseUrl' | 's3' | 'smtp'>

/**
 * A server that can only read would treat every write as an outage (T70), so it refuses to start. Commands don't check
 * this, so that a read-only disk can still be backed up.
 * @throws SettingError
 */
export function checkDataDir({ dataDir, databaseUrl, s3, smtp }: Where) {
  if (databaseUrl !== null && s3 !== null && smtp !== null) return
  const trial = join(dataDir, `${trialName}-${process.pid}`)
  try {
    try {
      writeFileSync(trial, 'The server checks that it can write here when it starts.')
    } finally {
      rmSync(trial, { force: true })
    }
    for (const file of written.map((name) => join(dataDir, name))) if (existsSync(file)) closeSync(openSync(file, 'r+'))
  } catch (error) {
    throw asUnusableDataDir(error, dataDir) ?? error
  }
}

/** Error codes that concern the whole disk. */
const ofDisk = new Map([
  ['ENOSPC', 'its disk is full'],
  ['EDQUOT', 'this user’s disk quota is used up'],
  ['EROFS', 'its disk is read-only'],
])
/** Error codes that concern one file. */
const ofFile = new Map([
  ['EACCES', 'this user has no permission to write there'],
  ['EPERM', 'this user has no permission to write there'],
])
/** SQLite's primary result codes. */
const ofSqlite = new Map([
  [8, 'the database there is read-only'],
  [10, 'the disk is failing or full'],
  [13, 'its disk is full'],
  [14, 'the database there can’t be opened'],
])

/** A disk error as the setting to change; null for any other error. */
export function asUnusableDataDir(error: unknown, dataDir: string) {
  if (!(error instanceof Error)) return null
  const { code = '', errcode = 0, path } = error as { code?: string; errcode?: number; path?: string }
  const isThere = path?.startsWith(dataDir) === true
  const why =
    ofSqlite.get(errcode & 0xff) ?? ofDisk.get(code) ?? (isThere ? (ofFile.get(code) ?? 'it can’t be used') : null)
  if (why === null) return null
  const where = isThere && !path.includes(trialName) ? path : dataDir
  return new SettingError(
    `DATA_DIR should be a folder that Quiver can write to, not "${where}": ${why} (${errcode === 0 ? code : error.message}).`,
  )
}
