import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

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
