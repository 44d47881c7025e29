import type { FastifyRequest } from 'fastify'
import { hasExpired, idleExpiry, isPasswordRecent, type SessionTimes } from '#domain/sessions.ts'
import { monotonicText, toWallClock } from '#server/clock.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import type { Tx } from '#server/db/database.ts'
import { findSession } from './accounts.ts'
import { sessionCookieName, tokenOf } from './cookies.ts'

/** Who is asking: a live session of a verified, present member. */
export type SignedIn = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

/**
 * The session of a token unless it has ended by one of its limits (D14). Being asked for is no activity. Its times are by
 * the monotonic clock, so that no session ends early or late because the server's clock was set (T13).
 */
export async function findLiveSession(ctx: AppContext, token: string) {
  const version = ctx.database.dataVersion()
  const found = await findSession(ctx.database, hashToken(token))
  if (!found) return null
  const times = { expiresAt: found.expiresAt, lastActiveAt: found.lastActiveAt, kept: found.kept === 1 }
  if (hasExpired(times, { now: monotonicText(ctx), idleMinutes: ctx.club.session.idleMinutes })) return null
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
    bowType: found.bowType,
    pictureUrl: found.pictureUrl,
    times,
    limits: limitsOf(ctx, times),
    /** What the database held when they were looked up (`Database.dataVersion`). */
    dataVersion: version ?? found.version ?? '',
  }
}

/** The first of its limits, by the monotonic clock; epoch ms. */
export function endsAtMs({ club }: Pick<AppContext, 'club'>, times: SessionTimes) {
  const idleAt = idleExpiry(times, club.session.idleMinutes)
  return Math.min(Date.parse(times.expiresAt), idleAt === null ? Number.POSITIVE_INFINITY : Date.parse(idleAt))
}

/** When a session ends, as the server's clock will say it then. */
export function limitsOf({ clock, club }: Pick<AppContext, 'clock' | 'club'>, times: SessionTimes) {
  const idleExpiresAt = idleExpiry(times, club.session.idleMinutes)
  return {
    expiresAt: toWallClock(clock, times.expiresAt),
    idleExpiresAt: idleExpiresAt === null ? null : toWallClock(clock, idleExpiresAt),
  }
}

/** The member whose live session the request's cookie names, or null. Asking is no activity. */
export async function authenticate(ctx: AppContext, request: FastifyRequest): Promise<SignedIn | null> {
  const token = tokenOf(request.cookies[sessionCookieName(ctx.baseUrl)], ctx.secrets)
  return token === null ? null : findLiveSession(ctx, token)
}

/** Whether the person entered their password in this session a moment ago, before something that a phone in another hand should not do. */
export async function hasEnteredPassword(ctx: Pick<AppContext, 'database' | 'clock'>, { sessionId }: SignedIn) {
  const row = await ctx.database.db
    .selectFrom('session')
    .select('passwordAt')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return isPasswordRecent(row?.passwordAt ?? null, monotonicText(ctx))
}

export async function noteEnteredPassword(tx: Tx, ctx: Pick<AppContext, 'clock'>, { sessionId }: SignedIn) {
  await tx
    .updateTable('session')
    .set({ passwordAt: monotonicText(ctx) })
    .where('id', '=', sessionId)
    .execute()
}
