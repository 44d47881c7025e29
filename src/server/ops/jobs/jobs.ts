import { isLive } from '#domain/practices.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { remindDrivers } from '#server/features/notifications/remind-drivers.ts'
import { endOverduePractices } from '#server/features/practices/auto-end.ts'
import { asPractice, findStartedPractice } from '#server/features/practices/queries.ts'
import { deleteExpired } from './retention.ts'

export type Jobs = {
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
export function startJobs(ctx: AppContext): Jobs {
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
      lookedAtMs = ctx.clock.monotonic()
      try {
        await endDue(ctx)
        settled = true
        await remindDrivers(ctx)
        if (ctx.clock.monotonic() - purgedAtMs >= purgeEveryMs) {
          purgedAtMs = ctx.clock.monotonic()
          await deleteExpired(ctx)
        }
      } catch (error) {
        failed = true
        ctx.log.warn({ err: error }, 'a scheduled job failed; will retry')
      }
    } while (again && !failed && !stopped)
    failures = failed ? failures + 1 : 0
    // Where a disk is full, reads still work: the end that could not be written stays overdue, and would be tried without a pause.
    const waitMs = failed ? retryMs(failures) : await nextEndIn(ctx).catch(() => retryMs(1))
    running = null
    if (stopped) return
    if (again && !failed) void look()
    else lookIn(waitMs)
  }

  /** Unless it is looked sooner anyway. */
  function lookIn(ms: number) {
    const atMs = ctx.clock.monotonic() + ms
    if (atMs >= dueAtMs) return
    dueAtMs = atMs
    ctx.clock.clearTimeout(timer)
    timer = ctx.clock.setTimeout(look, ms)
  }

  function look() {
    if (stopped) return null
    again = true
    ctx.clock.clearTimeout(timer)
    dueAtMs = Number.POSITIVE_INFINITY
    running ??= sweep()
    return running
  }

  function lookSoon() {
    if (stopped) return
    const waitMs = lookedAtMs + changesEveryMs - ctx.clock.monotonic()
    if (waitMs <= 0) void look()
    else lookIn(waitMs)
  }

  // A start, or an end time moved by the calendar, changes when to look next.
  const unsubscribe = ctx.hub.subscribe((change) => {
    if (change.topic === 'live') lookSoon()
  })
  void look()
  return {
    isSettled: () => settled,
    async stop() {
      stopped = true
      unsubscribe()
      ctx.clock.clearTimeout(timer)
      await running
    },
  }
}

function retryMs(failures: number) {
  return Math.min(1000 * 2 ** (failures - 1), sweepEveryMs)
}

async function endDue(ctx: AppContext) {
  const live = await findStartedPractice(ctx.database.db)
  if (!live || isLive(asPractice(live), nowAsText(ctx))) return
  await ctx.write((tx, announce) => endOverduePractices(tx, announce, nowAsText(ctx)))
}

async function nextEndIn(ctx: AppContext) {
  const live = await findStartedPractice(ctx.database.db)
  if (!live) return sweepEveryMs
  return Math.min(sweepEveryMs, Math.max(0, Date.parse(live.endsAt) - ctx.clock.now()))
}
