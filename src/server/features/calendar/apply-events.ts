import { sql } from 'kysely'
import {
  type CalendarAnswer,
  type EventCopy,
  planSync,
  type StoredPractice,
  type SyncPlan,
} from '#domain/calendar-sync.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { notifyOfChange } from '#server/features/notifications/enqueue.ts'
import { asPractice } from '#server/queries/practices.ts'
import type { Whereabouts } from './calendar-source.ts'

/** Looks up events that a response doesn't contain: moved out of the window, gone, or unknown for now. */
export type FindWhereabouts = (eventIds: string[]) => Promise<Whereabouts>

export type ReadAnswer = { answer: CalendarAnswer; unreadable: Set<string> }

/** A response of the calendar, and how to look up what it doesn't contain. */
type Reading = { read: ReadAnswer; whereabouts: FindWhereabouts }

/**
 * Syncs the practices with a complete response, in one transaction. Events missing from it are first looked up by id,
 * outside the transaction: only an event that is really gone cancels its practice, since a gap may also be an error.
 * @param readInside reads the calendar again within the transaction, if possible. An earlier response may be stale and
 * would undo an officer's change until the next reading.
 * @returns whether everything could be looked up; if not, the same response is worth applying again
 */
export async function applyAnswer(ctx: AppContext, reading: Reading, readInside?: (tx: Tx) => Promise<Reading>) {
  const stored = await loadStored(ctx.database.db, reading.read.answer)
  const first = plan(ctx, reading.read, stored)
  if (first.missing.length === 0 && first.added.length === 0 && first.changed.length === 0) return true
  const before = await findMissing(ctx, reading, stored)
  return ctx.write(async (tx, announce) => {
    const now = nowAsText(ctx)
    await acquireApplyLock(tx, ctx)
    // Locked, so that none of them is started or ended between planning and applying.
    const locked = await loadStored(tx, before.complete.answer, { lock: true })
    const { complete, found, stored } = readInside
      ? await rereadLocked(tx, ctx, readInside)
      : { ...before, stored: locked }
    const { added, changed, missing } = plan(ctx, complete, stored)
    const gone = missing.filter((practice) => found.get(practice.eventId) === 'gone')
    for (const copy of added) await insertPractice(tx, copy, { now, sample: await isSample(tx, copy) })
    const known = new Map(stored.map((practice) => [practice.id, practice]))
    const change = async (id: string, set: PracticeChange) => {
      await updatePractice(tx, id, set)
      const before = known.get(id)
      if (before)
        await notifyOfChange(tx, ctx, { id, startedAt: before.startedAt, before, after: { ...before, ...set } })
    }
    for (const { id, set } of changed) await change(id, set)
    for (const { id } of gone) await change(id, { cancelledAt: now })
    if (added.length + changed.length + gone.length > 0) announce('practices', 'live')
    return ![...found.values()].includes('unknown')
  })
}

/**
 * Reads again once the practices are locked, so that no one changes both the calendar and one of them in the meantime.
 */
async function rereadLocked(tx: Tx, ctx: AppContext, readInside: (tx: Tx) => Promise<Reading>) {
  const latest = await readInside(tx)
  const stored = await loadStored(tx, latest.read.answer, { lock: true })
  return { ...(await findMissing(ctx, latest, stored)), stored }
}

async function findMissing(ctx: AppContext, { read, whereabouts }: Reading, stored: StoredPractice[]) {
  const missing = plan(ctx, read, stored).missing.map((practice) => practice.eventId)
  const found: Whereabouts = missing.length === 0 ? new Map() : await whereabouts(missing)
  const events = [...read.answer.events, ...[...found.values()].filter((event) => typeof event === 'object')]
  return { found, complete: { ...read, answer: { ...read.answer, events } } }
}

/** PostgreSQL's advisory lock that lets one process at a time apply a response. */
const applyLock = 20_260_918

/**
 * Two processes that see a new event at the same time would each create a practice; SQLite has a single writer anyway.
 */
async function acquireApplyLock(tx: Tx, { database }: AppContext) {
  if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(applyLock)})`.execute(tx)
}

function plan(ctx: AppContext, { answer, unreadable }: ReadAnswer, stored: StoredPractice[]) {
  return planSync({
    stored,
    answer,
    unreadable,
    source: ctx.calendarSource,
    timeZone: ctx.club.timeZone,
    titleFilter: ctx.club.practices.titleFilter,
    now: nowAsText(ctx),
  })
}

const idsAtOnce = 500

/** Every practice that the response could be about: those in its window or later, and those with one of its UIDs. */
async function loadStored(db: Db | Tx, answer: CalendarAnswer, { lock = false } = {}): Promise<StoredPractice[]> {
  const practices = db
    .selectFrom('practice')
    .selectAll()
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
  const rows = await practices.where('endsAt', '>', answer.window.from).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const uids = [...new Set(answer.events.map((event) => event.iCalUid))]
  for (let at = 0; at < uids.length; at += idsAtOnce) {
    const slice = uids.slice(at, at + idsAtOnce)
    const older = await practices.where('icalUid', 'in', slice).execute()
    for (const row of older) known.set(row.id, row)
  }
  return [...known.values()].map((row) => ({
    ...asPractice(row),
    eventId: row.eventId,
    source: row.source,
    icalUid: row.icalUid,
    originalStart: row.originalStart,
    title: row.title,
    location: row.location,
    description: row.description,
    organizer: row.organizer,
    allDay: row.allDay === 1,
    startsOn: row.startsOn,
    lastOn: row.lastOn,
    deletedAt: row.deletedAt,
  }))
}

async function isSample(tx: Tx, copy: EventCopy) {
  if (copy.source !== 'built-in') return false
  const row = await tx.selectFrom('calendarEvent').select('sample').where('id', '=', copy.eventId).executeTakeFirst()
  return row?.sample === 1
}

async function insertPractice(tx: Tx, copy: EventCopy, facts: { now: string; sample: boolean }) {
  const { allDay, ...text } = copy
  await tx
    .insertInto('practice')
    .values({
      ...text,
      id: await freeId(tx, copy),
      allDay: allDay ? 1 : 0,
      attendanceLimit: null,
      cancelledAt: null,
      startedAt: null,
      startedBy: null,
      endedAt: null,
      endedEarly: 0,
      deletedAt: null,
      sample: facts.sample ? 1 : 0,
      createdAt: facts.now,
      driversRemindedAt: null,
    })
    .execute()
}

/** A practice uses its event's id, prefixed with the source if another source has already used that id. */
async function freeId(tx: Tx, copy: EventCopy) {
  const taken = await tx.selectFrom('practice').select('id').where('id', '=', copy.eventId).executeTakeFirst()
  return taken ? `${copy.source}:${copy.eventId}` : copy.eventId
}

type PracticeChange = SyncPlan['changed'][number]['set']

async function updatePractice(tx: Tx, id: string, set: PracticeChange) {
  const { allDay, ...rest } = set
  const row = allDay === undefined ? rest : { ...rest, allDay: allDay ? (1 as const) : (0 as const) }
  await tx.updateTable('practice').set(row).where('id', '=', id).execute()
}
