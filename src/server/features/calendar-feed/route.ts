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

type VersionedEntry = {
  practiceId: string
  /** When the practice was first seen by the club. */
  createdAt: string
  /** When the entry last began to say something else. */
  changedAt: string
  entry: CalendarEntry
}

/** How often a calendar program should ask, in seconds; most have their own mind. */
const refreshSeconds = 3600

/**
 * Practices as an iCalendar file (RFC 5545). Times are in UTC, so that it needs no definition of a zone and can have no
 * wrong one; each program shows them in its reader's. The same versions give the same bytes.
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
      // A day is written by its date in UTC.
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

/** The same for a practice for ever, and not the UID of the club's own calendar, which somebody may have beside it. */
function uidOf(practiceId: string) {
  return `${createHash('sha256').update(practiceId).digest('hex').slice(0, 32)}@quiver`
}

/** Seconds since the practice was first seen: it only ever grows, in a feed and from one download to the next. */
function sequenceOf(createdAt: string, changedAt: string) {
  return Math.max(0, Math.floor((Date.parse(changedAt) - Date.parse(createdAt)) / 1000))
}

type Entry = { practiceId: string; entry: CalendarEntry }

/**
 * Since when each entry of a member's feed says what it says. Calendar programs keep what they have unless an event's
 * version rises, and much can change one: the calendar, an officer, the member's own answer and its withdrawal. So a feed
 * remembers a fingerprint of what it said last, and whatever is said otherwise now is a new version as of now.
 * @returns by practice; new versions are written down
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

/** Of two that read the same change at once, the first writes it down, so both give the same version. */
async function saveVersions(
  tx: Tx,
  memberId: string,
  fresh: { practiceId: string; fingerprint: string }[],
  now: string,
) {
  const owner = await tx.selectFrom('feedToken').select('memberId').where('memberId', '=', memberId).executeTakeFirst()
  // Removed a moment ago: what was asked for before that is answered, and nothing is kept.
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
