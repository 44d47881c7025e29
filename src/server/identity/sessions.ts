import { hasExpired, idleExpiry } from '#domain/session-limits.ts'
import type { ClubConfig } from '../config/club-config.ts'
import type { Db, Tx } from '../db/database.ts'
import { findSession } from './queries.ts'

/** Who is asking: a live session of a verified, present member. */
export type SignedIn = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

type SessionSettings = ClubConfig['session']

/** The session of a token unless it has ended by one of its limits (D14). Being asked for is no activity. */
export async function findLiveSession(db: Db | Tx, token: string, facts: { now: string; session: SessionSettings }) {
  const found = await findSession(db, token)
  if (!found) return null
  const times = { expiresAt: found.expiresAt, lastActiveAt: found.lastActiveAt, kept: found.kept === 1 }
  if (hasExpired(times, { now: facts.now, idleMinutes: facts.session.idleMinutes })) return null
  return {
    sessionId: found.sessionId,
    token,
    id: found.userId,
    email: found.email,
    role: found.role,
    hasLoggedIn: found.hasLoggedIn === 1,
    nameFirst: found.nameFirst,
    nameLast: found.nameLast,
    pictureUrl: found.pictureUrl,
    times,
    limits: { expiresAt: times.expiresAt, idleExpiresAt: idleExpiry(times, facts.session.idleMinutes) },
  }
}

/** How long a new session lives: until the fixed limit, or for weeks on a phone that is kept signed in. */
export function newSessionTimes(nowMs: number, keep: boolean, settings: SessionSettings) {
  const kept = keep && settings.keepDays > 0
  const lifeMs = kept ? settings.keepDays * 86_400_000 : settings.fixedMinutes * 60_000
  return { kept, expiresAt: new Date(nowMs + lifeMs), maxAgeSeconds: Math.floor(lifeMs / 1000) }
}
