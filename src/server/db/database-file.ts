import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Thrown by a write when the database file was moved, replaced or deleted: the write may be lost at the next start, so it isn't
 * acknowledged.
 */
class FileMovedError extends Error {
  override name = 'FileMovedError'
  readonly code = 'file-moved'
  constructor(file: string) {
    super(`${file} was moved, replaced, or deleted while it was in use`)
  }
}

export type FileLocation = {
  /** The path at which a file of the open database is missing or replaced; null while all are where they were. */
  moved: () => string | null
  /** @throws FileMovedError */
  require: () => void
  /**
   * Saves everything committed to the database file, or to a copy next to it. Afterwards the process must exit without closing the
   * database, because SQLite would delete the log by its name, which may belong to another database by now.
   * @param now epoch milliseconds, for the copy's name
   * @returns what happened and what to do next, as sentences for the log
   */
  rescue: (now: number) => string
}

const suffixes = ['', '-wal', '-shm'] as const

/**
 * Watches the files of an open SQLite database by device and inode: a process keeps writing to a file that has been deleted, and no
 * one would notice until the next start.
 */
export function locateFile(database: DatabaseSync, file: string): FileLocation {
  // SQLite follows a symbolic link and stores the log next to its target.
  const nameOf = (suffix: string) => (suffix === '' ? file : `${real}${suffix}`)
  const real = realpathSync(file)
  /** Identity of each file when first seen; the log doesn't exist before the first statement. */
  const known = new Map<string, string>()

  function isOurs(suffix: string) {
    const found = identityOf(nameOf(suffix))
    if (found !== null && !known.has(suffix)) known.set(suffix, found)
    return known.get(suffix) === (found ?? undefined)
  }

  function moved() {
    const suffix = suffixes.find((each) => !isOurs(each))
    return suffix === undefined ? null : nameOf(suffix)
  }

  function checkpoint() {
    const { busy } = database.prepare('pragma wal_checkpoint(full)').get() as { busy: number }
    if (busy !== 0) throw new Error('another process reads it')
    return `Nothing was lost: all changes are in ${file}.`
  }

  function copy(now: number) {
    const copied = join(dirname(file), rescuedName(now))
    database.exec(`vacuum into '${copied.replaceAll("'", "''")}'`)
    // Otherwise SQLite would replay this log into the database that is there now.
    for (const suffix of ['-wal', '-shm']) if (isOurs(suffix)) rmSync(nameOf(suffix), { force: true })
    return `All changes are in ${copied}. To keep them, stop Quiver, move away any ${file}, ${file}-wal, and ${file}-shm, and rename ${copied} to ${file}.`
  }

  isOurs('')
  return {
    moved,
    require() {
      const gone = moved()
      if (gone !== null) throw new FileMovedError(gone)
    },
    rescue(now) {
      try {
        const isLogFree = isOurs('-wal') || identityOf(nameOf('-wal')) === null
        return isOurs('') && isLogFree ? checkpoint() : copy(now)
      } catch (error) {
        return `The latest changes could not be saved (${error instanceof Error ? error.message : error}). If ${dirname(file)} was moved, move it back; otherwise restore a backup.`
      }
    },
  }
}

const rescued = /^quiver\.rescued-[\dTZ-]+\.db$/

function rescuedName(now: number) {
  return `quiver.rescued-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
}

/** Whether a file name is that of a copy made by `rescue`. */
export function isRescued(name: string) {
  return rescued.test(name)
}

function identityOf(path: string) {
  const state = statSync(path, { bigint: true, throwIfNoEntry: false })
  return state ? `${state.dev} ${state.ino}` : null
}

/**
 * Prevents two servers from using the same SQLite file (T71). It is a file lock, which the operating system releases however the
 * process ends. Of the commands only `restore` takes it. If the database is a symbolic link, its target's folder is locked as well,
 * because the log is there.
 * @returns a function that releases the lock; null while another process holds it
 * @throws SQLite's error if the lock file can't be created or locked for another reason, such as a full or read-only disk (T70)
 */
export function lockDataDir(dataDir: string): (() => void) | null {
  const database = join(dataDir, 'quiver.db')
  const folders = new Set([realpathSync(dataDir)])
  if (existsSync(database)) folders.add(dirname(realpathSync(database)))
  const locks: (() => void)[] = []
  const unlock = () => {
    for (const each of locks) each()
  }
  try {
    for (const folder of folders) {
      const lock = lockFolder(folder)
      if (lock === null) {
        unlock()
        return null
      }
      locks.push(lock)
    }
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}

function lockFolder(folder: string) {
  const lock = new DatabaseSync(join(folder, 'server.lock'))
  try {
    lock.exec('pragma busy_timeout = 0')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (isHeld(error)) return null
    throw error
  }
  return () => lock.close()
}

/** SQLITE_BUSY: another process has locked the file. */
const busy = 5

function isHeld(error: unknown) {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
}
