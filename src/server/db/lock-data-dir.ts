import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Two servers on one SQLite file would each believe to be alone (T71). The lock is a file lock that the system takes back
 * when the process dies, however it dies; of the commands only `restore` takes it.
 * @returns how to give it back; null while somebody else holds it
 */
export function lockDataDir(dataDir: string): (() => void) | null {
  const lock = new DatabaseSync(join(dataDir, 'server.lock'))
  try {
    lock.exec('pragma busy_timeout = 0')
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return null
  }
  return () => lock.close()
}
