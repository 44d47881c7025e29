/** When a session ends by itself (specification §9, D14). The server decides; the browser only warns. */
export type SessionTimes = {
  /** The fixed limit: 60 minutes after signing in, or 30 days on a phone that is kept signed in. */
  expiresAt: string
  /** When the person last did something. */
  lastActiveAt: string
  /** "Keep me signed in on this phone": no idle limit. */
  kept: boolean
}

/** The moment at which the session ends if nothing is done from now on, or null for a kept one. */
export function idleExpiry(times: SessionTimes, idleMinutes: number) {
  return times.kept ? null : new Date(Date.parse(times.lastActiveAt) + idleMinutes * 60_000).toISOString()
}

/** 59:59 after the last act it lives, at 60:00 it is over (T12). */
export function hasExpired(times: SessionTimes, facts: { now: string; idleMinutes: number }) {
  const idleAt = idleExpiry(times, facts.idleMinutes)
  return facts.now >= times.expiresAt || (idleAt !== null && facts.now >= idleAt)
}
