import { uptime } from 'node:os'

/**
 * Where the server gets its time from: passed in, so that tests move it by hand. Whatever decides by the time of day asks
 * `now()` when it decides; a timer only says that it is worth asking again. What measures how long something has been going
 * on asks `steady()` (docs/decisions/0043-a-clock-that-is-set.md).
 */
export type Clock = {
  /** Milliseconds since 1970, by the wall clock: it may step. */
  now(): number
  /** Milliseconds since 1970 as the wall clock would have them had nobody set it since the start; asleep or not, it runs on. */
  steady(): number
  /** Calls `run` once, `ms` from now (0 to 2³¹−1). A promise that it returns must not reject: nobody waits for it. */
  setTimeout(run: () => unknown, ms: number): unknown
  /** Takes what `setTimeout` gave; a handle whose time has passed does nothing. */
  clearTimeout(handle: unknown): void
}

/** A machine without a clock of its own is told the time in its first minutes: then it is put right, not moved. */
const settledAfterMs = 10 * 60_000
let startedAtMs = Date.now() - uptime() * 1000

/** Asking the system takes as long as answering a request: in between, what runs on by itself is added. */
const askEveryMs = 50
let asked = { upMs: uptime() * 1000, atMs: performance.now() }

/** For how long the machine has been up, asleep or not; ms. */
function upMsNow() {
  const since = performance.now() - asked.atMs
  if (since < askEveryMs) return asked.upMs + since
  asked = { upMs: uptime() * 1000, atMs: performance.now() }
  return asked.upMs
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steady() {
    const upMs = upMsNow()
    if (upMs < settledAfterMs) startedAtMs = Date.now() - upMs
    return Math.round(startedAtMs + upMs)
  },
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
}

/** By how much the wall clock has been set ahead since the start, in whole seconds told as milliseconds; back is below zero. */
export function setAheadMs(clock: Clock, steadyMs = clock.steady()) {
  return Math.round((clock.now() - steadyMs) / 1000) * 1000
}
