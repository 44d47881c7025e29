import { isLive } from '#domain/practices.ts'
import { nowText, type Parts } from '#server/context.ts'
import { remindDrivers } from '#server/features/notifications/remind-drivers.ts'
import { endOverdue } from '#server/features/practices/auto-end.ts'
import { asPractice, findStartedPractice } from '#server/features/practices/queries.ts'
import { purge } from './retention.ts'

export type TimedWork = {
  /** Whether overdue practices have been ended since the boot (T67: ready means settled). */
  isSettled: () => boolean
  stop: () => Promise<void>
}

const sweepEveryMs = 60_000
const purgeEveryMs = 3_600_000
/** What is live changes with each check-in, which changes nothing of when to look: a rush is looked at so often. */
const changesEveryMs = 1000

/**
 * What happens by the clock: the live practice ends at its end time, looked at then and at least every 60 seconds (D27),
 * drivers are reminded, and what has had its day is cleared away. Timers only say that it is worth looking; the database decides, so any number
 * of processes may do this at once.
 */
export function startTimedWork(parts: Parts): TimedWork {
  let stopped = false
  let settled = false
  let timer: unknown
  let running: Promise<void> | null = null
  let again = false
  let purgedAtMs = Number.NEGATIVE_INFINITY
  let lookedAtMs = Number.NEGATIVE_INFINITY
  /** Sweeps in a row that failed. */
  let failures = 0
  /** When the next look is due, by the monotonic clock. */
  let dueAtMs = Number.POSITIVE_INFINITY

  async function sweep() {
    let failed: boolean
    do {
      again = false
      failed = false
      lookedAtMs = parts.clock.monotonic()
      try {
        await endDue(parts)
        settled = true
        await remindDrivers(parts)
        if (parts.clock.monotonic() - purgedAtMs >= purgeEveryMs) {
          purgedAtMs = parts.clock.monotonic()
          await purge(parts)
        }
      } catch (error) {
        failed = true
        parts.log.warn({ err: error }, 'a scheduled job failed; will retry')
      }
    } while (again && !failed && !stopped)
    failures = failed ? failures + 1 : 0
    // Where a disk is full, reads still work: the end that could not be written stays overdue, and would be tried without a pause.
    const waitMs = failed ? retryMs(failures) : await nextEndIn(parts).catch(() => retryMs(1))
    running = null
    if (stopped) return
    if (again && !failed) void look()
    else lookIn(waitMs)
  }

  /** Unless it is looked sooner anyway. */
  function lookIn(ms: number) {
    const atMs = parts.clock.monotonic() + ms
    if (atMs >= dueAtMs) return
    dueAtMs = atMs
    parts.clock.clearTimeout(timer)
    timer = parts.clock.setTimeout(look, ms)
  }

  function look() {
    if (stopped) return null
    again = true
    parts.clock.clearTimeout(timer)
    dueAtMs = Number.POSITIVE_INFINITY
    running ??= sweep()
    return running
  }

  function lookSoon() {
    if (stopped) return
    const waitMs = lookedAtMs + changesEveryMs - parts.clock.monotonic()
    if (waitMs <= 0) void look()
    else lookIn(waitMs)
  }

  // A start, or an end time moved by the calendar, changes when to look next.
  const unsubscribe = parts.hub.subscribe((change) => {
    if (change.topic === 'live') lookSoon()
  })
  void look()
  return {
    isSettled: () => settled,
    async stop() {
      stopped = true
      unsubscribe()
      parts.clock.clearTimeout(timer)
      await running
    },
  }
}

function retryMs(failures: number) {
  return Math.min(1000 * 2 ** (failures - 1), sweepEveryMs)
}

async function endDue(parts: Parts) {
  const live = await findStartedPractice(parts.database.db)
  if (!live || isLive(asPractice(live), nowText(parts))) return
  await parts.write((tx, announce) => endOverdue(tx, announce, nowText(parts)))
}

async function nextEndIn(parts: Parts) {
  const live = await findStartedPractice(parts.database.db)
  if (!live) return sweepEveryMs
  return Math.min(sweepEveryMs, Math.max(0, Date.parse(live.endsAt) - parts.clock.now()))
}
