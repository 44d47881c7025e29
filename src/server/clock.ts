import { uptime } from 'node:os'

/**
 * The server's source of time, injected so that tests can move it. Decisions that depend on the time of day call `now()` when
 * they are made; a timer only triggers another look. Durations use `monotonic()`.
 */
export type Clock = {
  /** Milliseconds since 1970 by the wall clock, which may be set forward or back. */
  now(): number
  /** Milliseconds since 1970, as the wall clock would show them if it had not been set since the start. */
  monotonic(): number
  /** Calls `run` once, `ms` from now (0 to 2³¹−1). If it returns a promise, that must not reject, because nothing awaits it. */
  setTimeout(run: () => unknown, ms: number): unknown
  /** Cancels a timer by the handle from `setTimeout`; does nothing if it has fired. */
  clearTimeout(handle: unknown): void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: readMonotonicClock,
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
}

// The monotonic clock, for durations such as an idle timeout of 60 minutes. It starts with the wall clock and then follows the
// machine's uptime, which includes sleep (docs/decisions/0005-accounts-and-sessions.md).

/** A machine without a real-time clock gets the time in its first minutes; until then this clock follows the wall clock. */
const settledAfterMs = 10 * 60_000
let startedAtMs = Date.now() - uptime() * 1000

/** Reading the uptime takes as long as handling a request, so in between the elapsed time is added to the last reading. */
const askEveryMs = 50
let asked = { upMs: uptime() * 1000, atMs: performance.now() }

/** Uptime of the machine including sleep, in milliseconds. */
function upMsNow() {
  const since = performance.now() - asked.atMs
  if (since < askEveryMs) return asked.upMs + since
  asked = { upMs: uptime() * 1000, atMs: performance.now() }
  return asked.upMs
}

/** `Clock.monotonic` of the real machine; milliseconds since 1970. */
function readMonotonicClock() {
  const upMs = upMsNow()
  if (upMs < settledAfterMs) startedAtMs = Date.now() - upMs
  return Math.round(startedAtMs + upMs)
}

/** By how many milliseconds the wall clock was set since the start, rounded to seconds; negative if it was set back. */
export function clockStepMs(clock: Clock) {
  return Math.round((clock.now() - clock.monotonic()) / 1000) * 1000
}

/** The monotonic time as an ISO string, for rows. */
export function monotonicText({ clock }: { clock: Clock }) {
  return new Date(clock.now() - clockStepMs(clock)).toISOString()
}

/** Converts an ISO string of the monotonic clock to the wall clock, as that is set now. */
export function toWallClock(clock: Clock, at: string) {
  return new Date(Date.parse(at) + clockStepMs(clock)).toISOString()
}
