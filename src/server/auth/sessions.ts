import type { FastifyRequest } from 'fastify'
import { absoluteExpiry, hasExpired, idleExpiry, isPasswordRecent, type SessionTimes } from '#domain/sessions.ts'
import { monotonicText, toWallClock } from '#server/clock.ts'
import type { AppContext } from '#server/context.ts'
import { hashToken } from '#server/crypto/secrets.ts'
import type { Tx } from '#server/db/database.ts'
import { findSession } from './accounts.ts'
import { sessionCookieName, tokenOf } from './cookies.ts'

/** A live session of a verified member who hasn't been removed. */
export type SignedIn = NonNullable<Awaited<ReturnType<typeof findLiveSession>>>

/**
 * The session of a token; null if there is none or it has expired. A lookup doesn't count as activity. Its times are by the
 * monotonic clock, so that setting the server's clock doesn't end sessions early or late (T13).
 */
export async function findLiveSession(ctx: AppContext, token: string) {
  const version = ctx.database.dataVersion()
  const found = await findSession(ctx.database, hashToken(token))
  if (!found) return null
  const { expiresAt, lastActiveAt, heldUntil } = found
  const times = { expiresAt, lastActiveAt, kept: found.kept === 1, heldUntil }
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
    showGoing: found.showGoing === null ? null : found.showGoing === 1,
    pictureUrl: found.pictureUrl,
    times,
    limits: limitsOf(ctx, times),
    /** `Database.dataVersion` at the time of the lookup. */
    dataVersion: version ?? found.version ?? '',
    /** Of the last change of the settings in the app, as of the lookup. */
    settingsRevision: found.settingsRevision ?? 0,
  }
}

/** When the session expires (the earlier of its limits), by the monotonic clock; milliseconds since 1970. */
export function endsAtMs({ club }: Pick<AppContext, 'club'>, times: SessionTimes) {
  const idleAt = idleExpiry(times, club.session.idleMinutes)
  return Math.min(Date.parse(absoluteExpiry(times)), idleAt === null ? Number.POSITIVE_INFINITY : Date.parse(idleAt))
}

/** The limits of a session converted to the wall clock, as ISO strings. */
export function limitsOf({ clock, club }: Pick<AppContext, 'clock' | 'club'>, times: SessionTimes) {
  const idleExpiresAt = idleExpiry(times, club.session.idleMinutes)
  return {
    expiresAt: toWallClock(clock, absoluteExpiry(times)),
    idleExpiresAt: idleExpiresAt === null ? null : toWallClock(clock, idleExpiresAt),
  }
}

/** The member whose live session the request's cookie names, or null, also on a kiosk. Doesn't count as activity. */
export async function authenticate(ctx: AppContext, request: FastifyRequest): Promise<SignedIn | null> {
  if (request.kiosk !== null) return null
  const token = tokenOf(request.cookies[sessionCookieName(ctx.baseUrl)], ctx.secrets)
  return token === null ? null : findLiveSession(ctx, token)
}

/** Whether the password was entered recently in this session, required for operations that someone holding another's phone must not do. */
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
