import { setImmediate as nextTurn, setTimeout as patience } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'

/** How long, in real milliseconds, `advance` waits for work that a timer started before it moves the clock on. */
const patienceMs = 2_000

type Timer = { dueMs: number; order: number; run: () => unknown }

/**
 * A clock that stands still until a test moves it.
 *
 * `advance(ms)` runs the timers that come due, in order and each at its own time, and waits for the promises that they
 * return, so the work that they started is done afterwards. Work that itself waits for a later timer (a request that
 * hangs until its deadline) continues in the background after 2 real seconds. `set(iso)` lets time pass in which
 * nothing runs, as on a machine that sleeps: timers keep their remaining delay. `step(ms)` moves only the wall clock,
 * as an administrator would.
 */
export function createTestClock(startIso: string) {
  let wallMs = readIso(startIso)
  let monotonicMs = wallMs
  let elapsedMs = 0
  let made = 0
  const timers = new Map<number, Timer>()

  function nextDue(untilMs: number) {
    const due = [...timers.values()].filter((timer) => timer.dueMs <= untilMs)
    return due.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order)[0]
  }

  function moveTo(ms: number) {
    wallMs += ms - elapsedMs
    monotonicMs += ms - elapsedMs
    elapsedMs = ms
  }

  const clock = {
    now: () => wallMs,
    monotonic: () => monotonicMs,
    setTimeout(run, ms) {
      made += 1
      timers.set(made, { dueMs: elapsedMs + Math.max(0, Math.trunc(ms)), order: made, run })
      return made
    },
    clearTimeout(handle) {
      timers.delete(handle as number)
    },
    async advance(ms: number) {
      const untilMs = elapsedMs + ms
      await nextTurn()
      for (let timer = nextDue(untilMs); timer; timer = nextDue(untilMs)) {
        timers.delete(timer.order)
        moveTo(timer.dueMs)
        const given = new AbortController()
        const enough = patience(patienceMs, undefined, { signal: given.signal }).catch(() => {})
        try {
          await Promise.race([timer.run(), enough])
        } finally {
          given.abort()
        }
        await nextTurn()
      }
      moveTo(untilMs)
    },
    set(iso: string) {
      const byMs = readIso(iso) - wallMs
      wallMs += byMs
      monotonicMs += byMs
    },
    step(byMs: number) {
      wallMs += byMs
    },
    /** How many timers are pending. */
    pending: () => timers.size,
  } satisfies Clock & Record<string, unknown>

  return clock
}

export type TestClock = ReturnType<typeof createTestClock>

function readIso(iso: string) {
  const ms = Date.parse(iso)
  if (Number.isNaN(ms)) throw new Error(`"${iso}" is not an instant`)
  return ms
}
