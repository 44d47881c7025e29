import { readMonotonicClock } from './monotonic-clock.ts'

/**
 * Where the server gets its time from: passed in, so that tests move it by hand. What depends on the time of day asks
 * `now()` when it decides; a timer only says that it is worth asking again. Durations use `monotonic()`.
 */
export type Clock = {
  /** Milliseconds since 1970, by the wall clock: it may step. */
  now(): number
  /** Milliseconds since 1970 as the wall clock would show them had no one set it since the start (monotonic-clock.ts). */
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
