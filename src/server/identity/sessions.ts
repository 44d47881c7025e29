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
    pronouns: JSON.parse(found.pronouns) as string[],
    pictureUrl: found.pictureUrl,
    times,
    limits: { expiresAt: times.expiresAt, idleExpiresAt: idleExpiry(times, facts.session.idleMinutes) },
  }
}
