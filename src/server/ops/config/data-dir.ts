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
 * From now on whatever this process and its children make is for its owner alone, whatever the shell or the service manager says, and
 * whoever makes it: SQLite asks no one for the rights of its files.
 */
export function makePrivate() {
  process.umask(others)
}

/** What only a club's folder has. A mistyped DATA_DIR may be /var or /proc, and a server that runs as root may change those. */
const marks = ['quiver.db', 'auth-secret']

/** What Quiver makes in DATA_DIR. Whatever else lies there is someone's own. */
const made =
  /^(quiver\.db(-wal|-shm|-journal)?|quiver\.rescued-.*\.db|server\.lock(-journal)?|auth-secret|mail|files|backups)$/

/**
 * Takes from other users what an earlier release, a copy, or a restore left open to them. @returns what was open, of which some may
 * still be: where the system doesn't let us, the doctor says so
 */
export function restrictAccess(dataDir: string) {
  const isOfClub = marks.some((name) => lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.isFile())
  if (process.platform === 'win32' || !isOfClub) return []
  const open: string[] = []
  const close = (path: string) => {
    const state = lstatSync(path, { throwIfNoEntry: false })
    // A link's own rights mean nothing, and what it leads to is not in this folder.
    if (!state || state.isSymbolicLink() || (state.mode & others) === 0) return
    open.push(path)
    try {
      chmodSync(path, state.mode & 0o700)
    } catch {
      // Another user's, or a disk without rights.
    }
  }
  // Never one that everyone shares, like /tmp.
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
    // Not ours to read; the start says so when it needs it.
    return []
  }
}

/** What a server writes to for as long as it runs; a command that was run as another user may have made it theirs. */
const written = ['quiver.db', 'quiver.db-wal', 'quiver.db-shm', 'server.lock']
const trialName = '.trial'

type Where = Pick<Environment, 'dataDir' | 'databaseUrl' | 's3' | 'smtp'>

/**
 * A server that could only read would take every act for an outage (T70), so it does not start. Commands do: what is left on
 * a disk that has become read-only can still be backed up.
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

/** What the system says of a disk, whatever was asked of it. */
const ofDisk = new Map([
  ['ENOSPC', 'its disk is full'],
  ['EDQUOT', 'this user’s disk quota is used up'],
  ['EROFS', 'its disk is read-only'],
])
/** What it says of a file. */
const ofFile = new Map([
  ['EACCES', 'this user has no permission to write there'],
  ['EPERM', 'this user has no permission to write there'],
])
/** What SQLite says, by its code. */
const ofSqlite = new Map([
  [8, 'the database there is read-only'],
  [10, 'the disk is failing or full'],
  [13, 'its disk is full'],
  [14, 'the database there can’t be opened'],
])

/** An error of the disk as the setting that has to change; null for any other. */
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
