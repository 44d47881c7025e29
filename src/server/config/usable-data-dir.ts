import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from './club-config.ts'
import type { Environment } from './environment.ts'

/** What a server writes to for as long as it runs; a command that was run as another user may have made it theirs. */
const written = ['quiver.db', 'quiver.db-wal', 'quiver.db-shm', 'server.lock']

type Where = Pick<Environment, 'dataDir' | 'databaseUrl' | 's3' | 'smtp'>

/**
 * A server that could only read would take every act for an outage (T70), so it does not start. Commands do: what is left on
 * a disk that has become read-only can still be backed up.
 * @throws SettingError
 */
export function requireUsableDataDir({ dataDir, databaseUrl, s3, smtp }: Where) {
  if (databaseUrl !== null && s3 !== null && smtp !== null) return
  try {
    const trial = join(dataDir, `.trial-${process.pid}`)
    writeFileSync(trial, 'A server that starts tries whether it can write here.')
    rmSync(trial)
    for (const file of written.map((name) => join(dataDir, name))) if (existsSync(file)) closeSync(openSync(file, 'r+'))
  } catch (error) {
    throw asUnusable(error, dataDir) ?? error
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full for this user',
  EROFS: 'its disk is read-only',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
}
/** SQLite's own: read-only, an error of the disk, full, a file that can’t be opened. */
const ofSqlite = new Map([
  [8, 'the database there is read-only'],
  [10, 'its disk can’t be read or written, or is full'],
  [13, 'its disk is full'],
  [14, 'the database there can’t be opened'],
])

/** An error of the disk as the setting that has to change; null for any other. */
export function asUnusable(error: unknown, dataDir: string) {
  if (!(error instanceof Error)) return null
  const path = 'path' in error && typeof error.path === 'string' ? error.path : dataDir
  const errcode = 'errcode' in error ? Number(error.errcode) & 0xff : 0
  const code = 'code' in error ? String(error.code) : ''
  const isOfDisk = 'syscall' in error && path.startsWith(dataDir)
  const why = ofSqlite.get(errcode) ?? (isOfDisk ? (reasons[code] ?? 'it can’t be used') : null)
  if (why === null) return null
  return new SettingError(
    `DATA_DIR should be a folder in which this program can write, but of ${path} ${why} (${code}).`,
  )
}
