import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const dayMs = 24 * 3_600_000
const shape = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(-before-update-\d+-to-\d+)?$/
/** Part of the name of a backup that is in progress or was interrupted. */
const unfinished = '.unfinished-'

/** The name of a backup: when it was started (UTC) and, before an update, the schema versions. */
export function nameOfBackup(nowMs: number, update?: { from: number; to: number }) {
  const moment = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+/, '')
    .replace(/:(?=\d)/g, '')
  return update ? `${moment}-before-update-${update.from}-to-${update.to}` : moment
}

/** When the backup of this name was started, in epoch milliseconds; null if it isn't a backup's name. */
export function begunAt(name: string) {
  const [, day, hour, minute, second] = shape.exec(name) ?? []
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** The names that are a backup's, oldest first. */
export function sortBackupNames(names: string[]) {
  return names.filter((name) => begunAt(name) !== null).sort()
}

type Keeping = { nowMs: number; keepDays: number }

/** The names older than `keepDays`, but never the newest, so that a wrong clock can't delete all. */
export function expired(names: string[], { nowMs, keepDays }: Keeping) {
  const before = nowMs - keepDays * dayMs
  return sortBackupNames(names)
    .slice(0, -1)
    .filter((name) => (begunAt(name) ?? nowMs) < before)
}

/**
 * The names to delete where backups are taken many times a day: stores all of the last 24 hours, and the first of each
 * day before.
 */
export function toThinOut(names: string[], { nowMs, keepDays }: Keeping) {
  const days = new Set<string>()
  const more = sortBackupNames(names)
    .slice(0, -1)
    .filter((name) => {
      const day = name.slice(0, 10)
      const isFirst = !days.has(day)
      days.add(day)
      return !isFirst && (begunAt(name) ?? nowMs) < nowMs - dayMs
    })
  return sortBackupNames([...new Set([...expired(names, { nowMs, keepDays }), ...more])])
}

/** The backups in a folder, oldest first; empty if the folder doesn't exist. */
export async function listBackups(folder: string) {
  return sortBackupNames(await namesIn(folder))
}

/**
 * Deletes expired backups, and interrupted ones older than a day.
 * @returns the names of the expired ones
 */
export async function deleteExpiredBackups(folder: string, keeping: Keeping) {
  const names = await namesIn(folder)
  const gone = expired(names, keeping)
  for (const name of gone) await rm(join(folder, name), { recursive: true, force: true })
  for (const name of names.filter((each) => each.includes(unfinished))) {
    const { mtimeMs } = await stat(join(folder, name))
    if (mtimeMs < keeping.nowMs - dayMs) await rm(join(folder, name), { recursive: true, force: true })
  }
  return gone
}

async function namesIn(folder: string) {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
