import { deviceInWords, hasExpired } from '#domain/sessions.ts'
import { endSession, endSessionsOf } from '#server/auth/accounts.ts'
import { resetCalendarLink } from '#server/features/calendar-feed/reset-link.ts'
import { signedInProcedure } from '#server/http/procedures.ts'
import { notFound } from '#server/http/refusals.ts'
import { monotonicText, toWallClock } from '#server/monotonic-clock.ts'

const get = signedInProcedure.sessions.get.handler(async ({ context: { ctx, me } }) => {
  const now = monotonicText(ctx)
  const { idleMinutes } = ctx.club.session
  const rows = await ctx.database.db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'lastActiveAt', 'expiresAt', 'kept'])
    .where('userId', '=', me.id)
    .orderBy('lastActiveAt', 'desc')
    .orderBy('id')
    .execute()
  const sessions = rows
    .filter(({ kept, ...times }) => !hasExpired({ ...times, kept: kept === 1 }, { now, idleMinutes }))
    .map((row) => ({
      id: row.id,
      current: row.id === me.sessionId,
      device: deviceInWords(row.userAgent ?? ''),
      signedInAt: toWallClock(ctx.clock, row.createdAt),
      lastActiveAt: toWallClock(ctx.clock, row.lastActiveAt),
      keptUntil: row.kept === 1 ? toWallClock(ctx.clock, row.expiresAt) : null,
    }))
  return { sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)) }
})

/** Another person's session is as unknown as one that is not there. */
const end = signedInProcedure.sessions.end.handler(async ({ input, context }) => {
  const { me, write } = context
  await write(async (tx, announce) => {
    if (!(await endSession(tx, { id: input.sessionId, userId: me.id }))) throw notFound()
    announce(`member:${me.id}`)
    return {}
  })
  if (input.sessionId === me.sessionId) context.clearSessionCookie()
  return {}
})

const endAll = signedInProcedure.sessions.endAll.handler(async ({ context }) => {
  const { me, write } = context
  const answer = await write(async (tx, announce) => {
    const ended = await endSessionsOf(tx, me.id)
    await resetCalendarLink(tx, me.id)
    announce(`member:${me.id}`)
    return { ended }
  })
  context.clearSessionCookie()
  return answer
})

export const sessions = { get, end, endAll }
