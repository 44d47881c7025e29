import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const dayMs = 24 * 3_600_000
const shape = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z(-before-update-\d+-to-\d+)?$/
/** What a backup that is being taken, or was broken off, has in its name. */
const unfinished = '.unfinished-'

/** The name of a backup that is kept: the moment at which it was begun (UTC), and for an update from which version to which. */
export function nameOfBackup(nowMs: number, update?: { from: number; to: number }) {
  const moment = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+/, '')
    .replace(/:(?=\d)/g, '')
  return update ? `${moment}-before-update-${update.from}-to-${update.to}` : moment
}

/** @returns epoch milliseconds; null for a name that is none of ours */
export function begunAt(name: string) {
  const [, day, hour, minute, second] = shape.exec(name) ?? []
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(ms) ? null : ms
}

/** Those of these names that are a backup's, oldest first. */
export function inOrder(names: string[]) {
  return names.filter((name) => begunAt(name) !== null).sort()
}

type Keeping = { nowMs: number; keepDays: number }

/** Which of them have had their days. Never the newest, however old it is: a clock that is wrong must not leave none. */
export function expired(names: string[], { nowMs, keepDays }: Keeping) {
  const before = nowMs - keepDays * dayMs
  return inOrder(names)
    .slice(0, -1)
    .filter((name) => (begunAt(name) ?? nowMs) < before)
}

/** The same for a place that gets many a day: all of the last day are kept, and of each day before the first. */
export function toThinOut(names: string[], { nowMs, keepDays }: Keeping) {
  const days = new Set<string>()
  const more = inOrder(names)
    .slice(0, -1)
    .filter((name) => {
      const day = name.slice(0, 10)
      const isFirst = !days.has(day)
      days.add(day)
      return !isFirst && (begunAt(name) ?? nowMs) < nowMs - dayMs
    })
  return inOrder([...new Set([...expired(names, { nowMs, keepDays }), ...more])])
}

/** The backups in a folder, oldest first. None, if there is no such folder. */
export async function listKept(folder: string) {
  return inOrder(await namesIn(folder))
}

/** Deletes what has had its days, and what was broken off over a day ago. @returns the names of the former */
export async function clearKept(folder: string, keeping: Keeping) {
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
