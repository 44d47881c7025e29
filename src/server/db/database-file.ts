import { existsSync, realpathSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What a write throws whose file is not the one at its place anymore: it may be nowhere by the next start, so it isn't acknowledged. */
class FileMovedError extends Error {
  override name = 'FileMovedError'
  readonly code = 'file-moved'
  constructor(file: string) {
    super(`${file} was moved, replaced, or deleted while it was in use`)
  }
}

export type FileLocation = {
  /** Of the database's files the one that isn't the open one anymore; null while all are in their places. */
  moved: () => string | null
  /** @throws FileMovedError */
  require: () => void
  /**
   * Brings everything committed to where the next start finds it, or at least a person. The process must end then without closing the
   * database: SQLite would delete the log by its name, which may be another one's now. @returns what became of it, as sentences
   */
  rescue: (now: number) => string
}

const suffixes = ['', '-wal', '-shm'] as const

/**
 * The files of an open SQLite database by what the system calls them: a process goes on writing into a file that was deleted under it,
 * and no one would notice until the next start.
 */
export function locateFile(database: DatabaseSync, file: string): FileLocation {
  // SQLite follows a link to the database and keeps the log beside what it leads to.
  const nameOf = (suffix: string) => (suffix === '' ? file : `${real}${suffix}`)
  const real = realpathSync(file)
  /** Each as it was when first seen: the log comes with the first statement. */
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
    // SQLite would play this log into whatever database is there now.
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

export function isRescued(name: string) {
  return rescued.test(name)
}

function identityOf(path: string) {
  const state = statSync(path, { bigint: true, throwIfNoEntry: false })
  return state ? `${state.dev} ${state.ino}` : null
}

/**
 * Two servers on one SQLite file would each believe to be alone (T71). The lock is a file lock that the system takes back
 * when the process dies, however it dies; of the commands only `restore` takes it. Where the database is a link, the folder that it leads
 * to is locked as well: there its log lies.
 * @returns how to give it back; null while somebody else holds it
 * @throws SQLite's error when the file can't be made or locked for another reason: a disk that is full or read-only (T70)
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

/** SQLite's answer for a file that another process has locked. */
const busy = 5

function isHeld(error: unknown) {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy
}
