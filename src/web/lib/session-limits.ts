import type { SessionLimits } from '#contract/session.ts'

/** The two limits of a session: idle, extended by activity, and fixed, counted from login. */

/** How long before a limit the person is warned. */
export const warnMs = 120_000
/** The longest time between checks, so that a machine that slept or a changed clock is noticed soon. */
const longestLookMs = 15_000

export type LimitsState =
  | { state: 'calm'; lookAgainMs: number }
  /** Activity extends it. */
  | { state: 'idle-soon'; endsAt: number; lookAgainMs: number }
  /** Only logging in again helps. */
  | { state: 'fixed-soon'; endsAt: number; lookAgainMs: number }
  | { state: 'over' }

/** @param now milliseconds by the server's clock */
export function sessionLimitState(limits: SessionLimits, now: number): LimitsState {
  const fixedEnd = Date.parse(limits.expiresAt)
  const idleEnd = limits.idleExpiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(limits.idleExpiresAt)
  const endsAt = Math.min(fixedEnd, idleEnd)
  if (now >= endsAt) return { state: 'over' }
  const warnAt = endsAt - warnMs
  if (now < warnAt) return { state: 'calm', lookAgainMs: clamp(warnAt - now) }
  return { state: fixedEnd <= idleEnd ? 'fixed-soon' : 'idle-soon', endsAt, lookAgainMs: clamp(endsAt - now) }
}

function clamp(milliseconds: number) {
  return Math.min(Math.max(milliseconds, 50), longestLookMs)
}
