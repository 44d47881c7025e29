import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addDays, startOf } from '#domain/calendar-day.ts'
import { calendarEntry, type OwnPart } from '#domain/calendar-entry.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { calendarWindow } from '#server/features/calendar/calendar-window.ts'
import { findPractice } from '#server/features/practices/queries.ts'
import { errorBody } from '#server/http/errors.ts'
import { matchesEtag } from '#server/http/etag.ts'
import { tooManyTries } from '#server/http/refusals.ts'
import { sendFile } from '#server/http/send-file.ts'
import { versionsOf } from './entry-versions.ts'
import { findFeedOwner, listForFeed } from './queries.ts'
import { toIcs } from './render-ics.ts'

/** So far back a feed keeps what its member answered or attended. */
const recentDays = 90

/**
 * `/calendar/<token>.ics`: a member's practices for their calendar program, which has no session and knows nothing but
 * this address. A token that is wrong, old, or of somebody who is gone gets the same 404 as any file that does not exist.
 */
export function addCalendarFeed(app: FastifyInstance, ctx: AppContext) {
  app.get<{ Params: { file: string } }>('/calendar/:file', { config: { policy: 'anyone' } }, async (request, reply) => {
    const { file } = request.params
    // Not a file, but a path that nobody knows: it leads where all of those lead.
    if (!file.endsWith('.ics')) return reply.callNotFound()
    const token = /^([\w-]{43})\.ics$/.exec(file)?.[1]
    const owner = token && (await findFeedOwner(ctx.database.db, ctx.secrets.hashFeedToken(token)))
    reply.header('cache-control', 'private, no-cache')
    if (!owner) return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
    const refused = await ctx.write((tx) => consumeAttempt(tx, `feed:${owner}`, rateRules.feedReads, ctx.clock.now()))
    if (refused) return refuseFor(refused.retryAfterMs, request, reply)
    return sendUnlessKnown(await feedOf(ctx, owner), request, reply)
  })

  app.get<{ Querystring: { id?: unknown } }>(
    '/practice.ics',
    { config: { policy: 'member' } },
    async (request, reply) =>
      sendFile(ctx, request, reply, {
        page: '/my-practices',
        async make() {
          const { id } = request.query
          const row = typeof id === 'string' ? await findPractice(ctx.database.db, id) : undefined
          if (!row) return null
          const entry = entryOf(row, { answer: null, checkedIn: false })
          // What was downloaded before is older, whatever has changed since.
          const version = { practiceId: row.id, createdAt: row.createdAt, changedAt: nowAsText(ctx), entry }
          return { type: 'text/calendar', name: 'practice.ics', body: toIcs([version], calendarOf(ctx)) }
        },
      }),
  )
}

async function feedOf(ctx: AppContext, memberId: string) {
  const nowMs = ctx.clock.now()
  const { timeZone } = ctx.club
  const window = calendarWindow(nowMs, timeZone)
  const since = startOf(addDays(ctx.days.today(nowMs), -recentDays), timeZone)
  const rows = await listForFeed(ctx.database.db, memberId, { since, ...window })
  const entries = rows.map((row) => ({
    practiceId: row.id,
    createdAt: row.createdAt,
    entry: entryOf(row, { answer: row.waiting === null ? row.myAnswer : null, checkedIn: row.checkedInAt !== null }),
  }))
  const versions = await versionsOf(ctx, memberId, entries)
  const now = nowAsText(ctx)
  return toIcs(
    entries.map((each) => ({ ...each, changedAt: versions.get(each.practiceId) ?? now })),
    calendarOf(ctx),
  )
}

function entryOf(row: PracticeRow, own: OwnPart) {
  return calendarEntry({ ...row, allDay: row.allDay === 1, cancelled: row.cancelledAt !== null }, own)
}

function calendarOf({ club, baseUrl }: AppContext) {
  return { name: `${club.name} practices`, link: `${baseUrl}/my-practices` }
}

function sendUnlessKnown(body: string, request: FastifyRequest, reply: FastifyReply) {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  reply.header('etag', etag)
  if (matchesEtag(request, etag)) return reply.code(304).send()
  return reply
    .header('content-disposition', 'inline; filename="practices.ics"')
    .type('text/calendar; charset=utf-8')
    .send(body)
}

function refuseFor(retryAfterMs: number, request: FastifyRequest, reply: FastifyReply) {
  const { status, code, message, data } = tooManyTries(retryAfterMs)
  reply.header('retry-after', String(data.retryAfterSeconds))
  return reply.code(status).send(errorBody(code, message, request.id, data))
}
