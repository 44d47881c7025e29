import { execFile } from 'node:child_process'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startOfDay } from '#domain/calendar-day.ts'
import type { Clock } from '#server/clock.ts'
import type { BackupSettings } from '#server/ops/config/storage-settings.ts'
import type { ScheduledJob } from '#server/ops/jobs/scheduler.ts'
import { begunAt, listBackups } from './retention.ts'

type ScheduledBackupsInput = {
  settings: BackupSettings
  timeZone: string
  clock: Clock
  log: Logger
  /** When the club was created (epoch milliseconds): a new club doesn't need a backup of last night. */
  sinceMs: number
  /** Acquires a lease across processes: null if acquired, otherwise the milliseconds until the next try. */
  take: (turn: string, forMs: number) => Promise<number | null>
  /** Runs a command in its own low-priority process until it ends or the signal aborts it. */
  run: (words: string[], signal: AbortSignal) => Promise<{ code: number; complained: string }>
}

const lookEveryMs = 60_000
const hourMs = 3_600_000
/** 3:20 after the club's midnight: no practices, and after any change to or from daylight saving time. */
const nightMs = 3 * hourMs + 20 * 60_000

/**
 * The server's automatic backups: one every night, made up for if the machine was off, and an off-host copy every few
 * minutes if configured. Failures are logged and retried. Leases make sure that only one process runs each: one per
 * backup folder, and one per bucket.
 */
export function scheduleBackups(facts: ScheduledBackupsInput): ScheduledJob {
  const { settings, clock, log, run, take } = facts
  const stopping = new AbortController()
  let timer: unknown
  let running = Promise.resolve()
  let nightlyFromMs = 0
  let offHostFromMs = 0

  async function look() {
    if (clock.now() >= nightlyFromMs && (await isNightDue(facts))) {
      const waitMs = await take(`backup:${hostname()}:${settings.folder}`, hourMs)
      const done = waitMs === null && (await attempt(['backup']))
      nightlyFromMs = clock.now() + (done ? 0 : (waitMs ?? hourMs))
    }
    if (settings.offHost && clock.now() >= offHostFromMs) {
      const { bucket, everyMinutes } = settings.offHost
      const waitMs = await take(`backup:${bucket.endpoint}/${bucket.bucket}`, everyMinutes * 60_000)
      offHostFromMs = clock.now() + (waitMs ?? everyMinutes * 60_000)
      // After a failure, let another process go first.
      if (waitMs === null && !(await attempt(['backup', '--off-host']))) offHostFromMs += lookEveryMs
    }
  }

  async function attempt(words: string[]) {
    if (stopping.signal.aborted) return false
    const { code, complained } = await run(words, stopping.signal)
    if (code === 0) log.info({ command: words.join(' ') }, 'backup done')
    else if (!stopping.signal.aborted)
      log.error({ command: words.join(' '), code, complained }, 'backup failed; will retry')
    return code === 0
  }

  function again() {
    if (!stopping.signal.aborted) timer = clock.setTimeout(start, lookEveryMs)
  }

  function start() {
    running = look()
      .catch((error) => log.error({ err: error }, 'could not read the backup folder'))
      .then(again)
    return running
  }

  if (settings.keepDays > 0) timer = clock.setTimeout(start, 0)
  return {
    async stop() {
      stopping.abort()
      clock.clearTimeout(timer)
      await running
    },
  }
}

/** Whether there is no backup since last night. */
async function isNightDue({ settings, timeZone, clock, sinceMs }: ScheduledBackupsInput) {
  const kept = await listBackups(settings.folder)
  const newest = begunAt(kept.at(-1) ?? '') ?? sinceMs
  return newest < lastNight(clock.now(), timeZone)
}

/** The most recent time at which a nightly backup was due; epoch milliseconds. */
export function lastNight(nowMs: number, timeZone: string) {
  return Date.parse(startOfDay(nowMs - nightMs, timeZone)) + nightMs
}

const main = join(import.meta.dirname, '../cli/main.ts')
/** Far longer than a copy to a slow store takes; a hanging process must not block later backups. */
const withinMs = 3_600_000

/** Returns a function that runs `npm run quiver -- …` with these settings in its own process. Never rejects. */
export function commandRunner(env: NodeJS.ProcessEnv) {
  return (words: string[], signal: AbortSignal) =>
    new Promise<{ code: number; complained: string }>((resolve) => {
      execFile(process.execPath, [main, ...words], { env, signal, timeout: withinMs }, (error, _said, complained) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0
        resolve({ code, complained: complained.trim() || (error?.message ?? '') })
      })
    })
}
