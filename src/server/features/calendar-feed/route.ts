import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { addDays, startOf } from '#domain/calendar-day.ts'
import { type CalendarEntry, calendarEntry, type OwnPart } from '#domain/calendar-entry.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { calendarWindow } from '#server/features/calendar/calendar-source.ts'
import { sendFile } from '#server/http/downloads.ts'
import { errorBody, tooManyTries } from '#server/http/errors.ts'
import { matchesEtag } from '#server/http/response-cache.ts'
import { findPractice } from '#server/queries/practices.ts'
import { findFeedOwner, listForFeed } from './queries.ts'

/** How long a feed shows past practices that its member RSVP'd to or attended. */
const recentDays = 90

/**
 * `/calendar/<token>.ics`: a member's practices for their calendar app, which has no session and knows nothing but this
 * URL. A token that is wrong, outdated or a former member's gets the same 404 as a file that doesn't exist.
 * `/practice.ics` downloads one practice.
 */
export function addCalendarFeed(app: FastifyInstance, ctx: AppContext) {
  app.get<{ Params: { file: string } }>('/calendar/:file', { config: { policy: 'anyone' } }, async (request, reply) => {
    const { file } = request.params
    // Not a file but an unknown path, so it gets the page for those.
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
          return row ? { type: 'text/calendar', name: 'practice.ics', body: practiceFile(ctx, row) } : null
        },
      }),
  )
}

/** One practice as a calendar file, with the same UID as in the feeds. */
export function practiceFile(ctx: AppContext, row: PracticeRow) {
  const entry = entryOf(row, { answer: null, checkedIn: false })
  // A download must count as newer than any earlier one.
  const version = { practiceId: row.id, createdAt: row.createdAt, changedAt: nowAsText(ctx), entry }
  return toIcs([version], calendarOf(ctx))
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

type VersionedEntry = {
  practiceId: string
  /** When the club first saw the practice. */
  createdAt: string
  /** When the entry last changed. */
  changedAt: string
  entry: CalendarEntry
}

/** How often a calendar app should poll, in seconds; most have their own interval. */
const refreshSeconds = 3600

/**
 * Practices as an iCalendar file (RFC 5545). Times are in UTC, so no time zone definitions are needed; each app shows
 * them in its user's zone. The same versions give the same bytes.
 */
function toIcs(entries: VersionedEntry[], calendar: { name: string; link: string }) {
  const file = ical({
    name: calendar.name,
    prodId: '//Quiver//Practices//EN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  })
  for (const { practiceId, createdAt, changedAt, entry } of entries) {
    const { title, location, text, cancelled, busy, time } = entry
    const changed = new Date(changedAt)
    file.createEvent({
      id: uidOf(practiceId),
      sequence: sequenceOf(createdAt, changedAt),
      // Without a METHOD of scheduling, the stamp is when the information was last revised (RFC 5545, 3.8.7.2).
      stamp: changed,
      lastModified: changed,
      created: new Date(createdAt),
      allDay: time.kind === 'days',
      // An all-day event is written with its date in UTC.
      start: new Date(time.from),
      end: new Date(time.to),
      summary: title,
      ...(location === '' ? {} : { location }),
      ...(text === '' ? {} : { description: text }),
      url: calendar.link,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: busy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      busystatus: busy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
    })
  }
  return `${file.toString()}\r\n`
}

/** A stable UID that differs from the one in the club's own calendar, which members may have added as well. */
function uidOf(practiceId: string) {
  return `${createHash('sha256').update(practiceId).digest('hex').slice(0, 32)}@quiver`
}

/** Seconds since the practice was first seen, which never decrease, in a feed or between downloads. */
function sequenceOf(createdAt: string, changedAt: string) {
  return Math.max(0, Math.floor((Date.parse(changedAt) - Date.parse(createdAt)) / 1000))
}

type Entry = { practiceId: string; entry: CalendarEntry }

/**
 * When each entry of a member's feed last changed. Calendar apps ignore a change unless the event's version rises, and
 * many things can change an entry: the calendar, an officer, or the member's own RSVP. So we store a fingerprint of
 * each entry, and a different one is a new version as of now.
 * @returns times by practice id; stores new versions
 */
async function versionsOf(ctx: AppContext, memberId: string, entries: Entry[]): Promise<Map<string, string>> {
  const current = entries.map(({ practiceId, entry }) => ({ practiceId, fingerprint: fingerprintOf(entry) }))
  const known = await listVersions(ctx.database.db, memberId)
  const fresh = current.filter(({ practiceId, fingerprint }) => known.get(practiceId)?.fingerprint !== fingerprint)
  if (fresh.length === 0) return changesOf(known)
  return ctx.write(async (tx) => {
    await saveVersions(tx, memberId, fresh, nowAsText(ctx))
    return changesOf(await listVersions(tx, memberId))
  })
}

type Versions = Awaited<ReturnType<typeof listVersions>>

async function listVersions(db: Db | Tx, memberId: string) {
  const rows = await db
    .selectFrom('feedEvent')
    .select(['practiceId', 'fingerprint', 'changedAt'])
    .where('memberId', '=', memberId)
    .execute()
  return new Map(rows.map((row) => [row.practiceId, row]))
}

/**
 * Updates only entries that differ: of two requests that see the same change, the first wins, and both send the same
 * version.
 */
async function saveVersions(
  tx: Tx,
  memberId: string,
  fresh: { practiceId: string; fingerprint: string }[],
  now: string,
) {
  const owner = await tx.selectFrom('feedToken').select('memberId').where('memberId', '=', memberId).executeTakeFirst()
  // The link has just been removed: this request still gets its response, but nothing is stored.
  if (!owner) return
  const rows = fresh.toSorted((a, b) => (a.practiceId < b.practiceId ? -1 : 1))
  await tx
    .insertInto('feedEvent')
    .values(rows.map((row) => ({ memberId, ...row, changedAt: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['memberId', 'practiceId'])
        .doUpdateSet((eb) => ({
          fingerprint: eb.ref('excluded.fingerprint'),
          changedAt: eb.ref('excluded.changedAt'),
        }))
        .whereRef('feedEvent.fingerprint', '<>', 'excluded.fingerprint'),
    )
    .execute()
}

function changesOf(versions: Versions) {
  return new Map([...versions].map(([practiceId, { changedAt }]) => [practiceId, changedAt]))
}

function fingerprintOf(entry: CalendarEntry) {
  return createHash('sha256').update(JSON.stringify(entry)).digest('base64url')
}
