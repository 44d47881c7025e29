import { execFile } from 'node:child_process'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { startOfDay } from '#domain/calendar-day.ts'
import type { Clock } from '#server/clock.ts'
import type { BackupSettings } from '#server/ops/config/storage-settings.ts'
import type { ScheduledJob } from '#server/ops/jobs/scheduler.ts'
import { begunAt, listKept } from './retention.ts'

type Facts = {
  settings: BackupSettings
  timeZone: string
  clock: Clock
  log: Logger
  /** Since when there is a club (epoch ms): a new one has no night behind it yet. */
  sinceMs: number
  /** Takes the turn to do something; null, or in how many ms another look is worth it while another process has the turn. */
  take: (turn: string, forMs: number) => Promise<number | null>
  /** Carries out a command in a process of its own, of the lowest priority, until it is done or the signal says stop. */
  run: (words: string[], signal: AbortSignal) => Promise<{ code: number; complained: string }>
}

const lookEveryMs = 60_000
const hourMs = 3_600_000
/** After the club's midnight: nobody shoots, and the change of the clocks is over. */
const nightMs = 3 * hourMs + 20 * 60_000

/**
 * The backups that the server takes by itself: one after each night, made up for when the machine was off then, and a copy
 * on another machine every few minutes, where one is set. What fails is told in the log and tried again. Of several processes
 * one does each: one that has the same folder, and one of all that have the same bucket.
 */
export function scheduleBackups(facts: Facts): ScheduledJob {
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
      // Where it fails, another process goes first the next time.
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

/** Whether the last night has left no backup. */
async function isNightDue({ settings, timeZone, clock, sinceMs }: Facts) {
  const kept = await listKept(settings.folder)
  const newest = begunAt(kept.at(-1) ?? '') ?? sinceMs
  return newest < lastNight(clock.now(), timeZone)
}

/** The last moment of the night at which one is to be taken; epoch ms. */
export function lastNight(nowMs: number, timeZone: string) {
  return Date.parse(startOfDay(nowMs - nightMs, timeZone)) + nightMs
}

const main = join(import.meta.dirname, '../cli/main.ts')
/** Far more than a club's copy to a slow store takes: a process that hangs must not be the last one. */
const withinMs = 3_600_000

/** `npm run quiver -- …` with these settings, in a process of its own. It never rejects. */
export function commandRunner(env: NodeJS.ProcessEnv) {
  return (words: string[], signal: AbortSignal) =>
    new Promise<{ code: number; complained: string }>((resolve) => {
      execFile(process.execPath, [main, ...words], { env, signal, timeout: withinMs }, (error, _said, complained) => {
        const code = typeof error?.code === 'number' ? error.code : error ? 1 : 0
        resolve({ code, complained: complained.trim() || (error?.message ?? '') })
      })
    })
}
