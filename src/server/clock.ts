import { uptime } from 'node:os'

/**
 * Where the server gets its time from: passed in, so that tests move it by hand. What depends on the time of day asks
 * `now()` when it decides; a timer only says that it is worth asking again. Durations use `monotonic()`.
 */
export type Clock = {
  /** Milliseconds since 1970, by the wall clock: it may step. */
  now(): number
  /** Milliseconds since 1970 as the wall clock would show them had no one set it since the start. */
  monotonic(): number
  /** Calls `run` once, `ms` from now (0 to 2³¹−1). A promise that it returns must not reject, because nothing waits for it. */
  setTimeout(run: () => unknown, ms: number): unknown
  /** Takes what `setTimeout` gave; a handle whose time has passed does nothing. */
  clearTimeout(handle: unknown): void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: readMonotonicClock,
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
}

/**
 * A clock that no one sets, for durations: a session that ends after 60 idle minutes, work that repeats every hour. It begins with
 * the wall clock when the server starts and then follows the machine's uptime, which counts sleep
 * (docs/decisions/0043-a-clock-that-is-set.md).
 */

/** A machine without a clock of its own is told the time in its first minutes; until then this clock follows the wall clock. */
const settledAfterMs = 10 * 60_000
let startedAtMs = Date.now() - uptime() * 1000

/** Asking the system takes as long as answering a request; in between, the time that has passed is added. */
const askEveryMs = 50
let asked = { upMs: uptime() * 1000, atMs: performance.now() }

/** For how long the machine has been up, asleep or not; ms. */
function upMsNow() {
  const since = performance.now() - asked.atMs
  if (since < askEveryMs) return asked.upMs + since
  asked = { upMs: uptime() * 1000, atMs: performance.now() }
  return asked.upMs
}

/** `Clock.monotonic` of the running machine; milliseconds since 1970. */
function readMonotonicClock() {
  const upMs = upMsNow()
  if (upMs < settledAfterMs) startedAtMs = Date.now() - upMs
  return Math.round(startedAtMs + upMs)
}

/** By how much the wall clock was set since the start, in whole seconds as milliseconds; below zero when it was set back. */
export function clockStepMs(clock: Clock) {
  return Math.round((clock.now() - clock.monotonic()) / 1000) * 1000
}

/** The current time by this clock, as text for rows. */
export function monotonicText({ clock }: { clock: Clock }) {
  return new Date(clock.now() - clockStepMs(clock)).toISOString()
}

/** A time by this clock as the wall clock shows it now. */
export function toWallClock(clock: Clock, at: string) {
  return new Date(Date.parse(at) + clockStepMs(clock)).toISOString()
}
