import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type CalendarAnswer, isMassLoss, type PracticeChange, planSync, type SyncPlan } from '#domain/calendar-sync.ts'
import type { EventCopy, StoredPractice } from '#domain/stored-practice.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'
import { notifyOfChange } from '#server/features/notifications/enqueue.ts'
import { asPractice } from '#server/queries/practices.ts'
import type { Whereabouts } from './calendar-source.ts'
import type { Held } from './findings.ts'

/** Looks up events that a response doesn't contain: moved out of the window, gone, or unknown for now. */
export type FindWhereabouts = (eventIds: string[]) => Promise<Whereabouts>

export type ReadAnswer = { answer: CalendarAnswer; unreadable: Set<string> }

/** A response of the calendar, and how to look up what it doesn't contain. */
type Reading = { read: ReadAnswer; whereabouts: FindWhereabouts }

type ApplyOptions = {
  /**
   * Reads the calendar again within the transaction, if possible. An earlier response may be stale and would undo an
   * officer's change until the next reading.
   */
  readInside?: (tx: Tx) => Promise<Reading>
  /**
   * The practices that were missing in the reading before, and are held back; null if none were. Loaded within the
   * transaction, because an officer may have decided not to wait.
   */
  loadHeld?: (tx: Tx) => Promise<Held | null>
  /** Stores what is left open, in the same transaction. */
  save?: (tx: Tx, announce: Announce, left: LeftOpen) => Promise<void>
}

/** What an applied response leaves open. `settled`: if not, the same response is worth applying again. */
export type LeftOpen = Pick<SyncPlan, 'undecided' | 'changesMostIds'> & {
  held: Held | null
  settled: boolean
}

/**
 * Syncs the practices with a complete response, in one transaction. Events missing from it are first looked up by id,
 * outside the transaction: only an event that is really gone cancels its practice, since a gap may also be an error. If
 * most practices are missing, none is canceled and none is added until that has lasted for as long as the club set.
 */
export async function applyAnswer(ctx: AppContext, reading: Reading, options: ApplyOptions = {}) {
  const { readInside, loadHeld, save } = options
  const stored = await loadStored(ctx.database.db, reading.read.answer)
  const first = plan(ctx, reading.read, stored)
  if (!save && first.missing.length === 0 && first.added.length === 0 && first.changed.length === 0) return
  const before = await findMissing(ctx, reading, stored)
  await ctx.write(async (tx, announce) => {
    const now = nowAsText(ctx)
    await acquireApplyLock(tx, ctx)
    // Locked, so that none of them is started or ended between planning and applying.
    const locked = await loadStored(tx, before.complete.answer, { lock: true })
    const { complete, found, stored } = readInside
      ? await rereadLocked(tx, ctx, readInside)
      : { ...before, stored: locked }
    const latest = plan(ctx, complete, stored)
    const { waiting, hold } = holdBack(ctx, latest, (await loadHeld?.(tx)) ?? null)
    const isGone = ({ id, eventId }: StoredPractice) => found.get(eventId) === 'gone' && !waiting.has(id)
    const canceled = latest.missing.filter(isGone)
    const added = waiting.size > 0 ? [] : latest.added
    for (const copy of added) await insertPractice(tx, copy, { now, ...(await plannedFacts(tx, copy)) })
    const known = new Map(stored.map((practice) => [practice.id, practice]))
    const change = async (id: string, set: PracticeChange) => {
      const before = known.get(id)
      if (before) await changePractice(tx, ctx, before, set)
    }
    for (const { id, set } of latest.changed) await change(id, set)
    for (const { id } of canceled) await change(id, { cancelledAt: now })
    // A new id alone is nothing that a screen shows.
    const isSeen = added.length + canceled.length > 0 || latest.changed.some(({ set }) => isShown(set))
    if (isSeen) announce('practices', 'live')
    const { undecided, changesMostIds } = latest
    const settled = canceled.length === latest.missing.length && undecided.length === 0
    const held = canceled.length === latest.missing.length ? null : hold
    await save?.(tx, announce, { undecided, changesMostIds, settled, held })
  })
}

/**
 * Which missing practices wait, and the hold to remember. A hold covers the practices that were missing when most of
 * them were. It goes on until they are back, it is over, or an officer has decided; it then stays until all of them have
 * been looked up. Nothing is ever wrong with the built-in calendar.
 */
function holdBack(ctx: AppContext, { missing, kept }: SyncPlan, held: Held | null) {
  const waiting = new Set<string>()
  if (ctx.calendarSource === 'built-in' || missing.length === 0) return { waiting, hold: null }
  const now = nowAsText(ctx)
  const covered = new Set(held?.ids)
  const fresh = missing.filter(({ id }) => !covered.has(id))
  const isOver = held !== null && (held.isDecided || now >= holdEnd(ctx, held.since))
  const isNew = isMassLoss({ missing: fresh.length, kept }) && ctx.club.practices.holdMinutes > 0
  for (const { id } of missing) if (covered.has(id) ? !isOver : isNew) waiting.add(id)
  if (waiting.size === 0 && !(isOver && missing.length > fresh.length)) return { waiting, hold: null }
  const ids = missing.filter(({ id }) => covered.has(id) || waiting.has(id)).map(({ id }) => id)
  const begun = held !== null && !(isOver && isNew) ? held : { since: now }
  return { waiting, hold: { ...begun, ids } }
}

const identityFields = new Set<keyof PracticeChange>(['source', 'eventId', 'icalUid', 'originalStart'])

function isShown(set: PracticeChange) {
  return Object.keys(set).some((field) => !identityFields.has(field as keyof PracticeChange))
}

/** Changes a practice as its event says, and tells those it concerns. */
export async function changePractice(tx: Tx, ctx: AppContext, practice: StoredPractice, set: PracticeChange) {
  const { id, startedAt } = practice
  await updatePractice(tx, id, set)
  if (isShown(set)) await notifyOfChange(tx, ctx, { id, startedAt, before: practice, after: { ...practice, ...set } })
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
export async function acquireApplyLock(tx: Tx, { database }: AppContext) {
  if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(applyLock)})`.execute(tx)
}

function plan(ctx: AppContext, { answer, unreadable }: ReadAnswer, stored: StoredPractice[]) {
  const { titleFilter, personalEvents } = ctx.club.practices
  return planSync({
    stored,
    answer,
    unreadable,
    source: ctx.calendarSource,
    timeZone: ctx.club.timeZone,
    filter: { titleFilter, personalEvents },
    now: nowAsText(ctx),
  })
}

/** When missing practices are canceled that are held back since then. */
export function holdEnd({ club }: AppContext, since: string) {
  return new Date(Date.parse(since) + club.practices.holdMinutes * 60_000).toISOString()
}

/** Every practice that the response could be about: those in its window or later, and those with one of its UIDs. */
async function loadStored(db: Db | Tx, answer: CalendarAnswer, { lock = false } = {}): Promise<StoredPractice[]> {
  const practices = selectPractices(db, lock)
  const known = new Map<string, PracticeRow>()
  for (const row of await practices.where('endsAt', '>', answer.window.from).execute()) known.set(row.id, row)
  for (const uids of chunk([...new Set(answer.events.map((event) => event.iCalUid))])) {
    for (const row of await practices.where('icalUid', 'in', uids).execute()) known.set(row.id, row)
  }
  return withAnswers(db, [...known.values()])
}

export async function loadPractices(db: Db | Tx, ids: string[], { lock = false } = {}) {
  const rows = ids.length === 0 ? [] : await selectPractices(db, lock).where('id', 'in', ids).execute()
  return withAnswers(db, rows)
}

function selectPractices(db: Db | Tx, lock: boolean) {
  return db
    .selectFrom('practice')
    .selectAll()
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
}

type PracticeRow = Awaited<ReturnType<ReturnType<typeof selectPractices>['execute']>>[number]

/** The RSVPs are read once the practices are locked: what was committed while waiting for the lock counts. */
async function withAnswers(db: Db | Tx, rows: PracticeRow[]): Promise<StoredPractice[]> {
  const answered = new Set<string>()
  for (const ids of chunk(rows.map(({ id }) => id))) {
    const found = await db.selectFrom('rsvp').select('practiceId').distinct().where('practiceId', 'in', ids).execute()
    for (const { practiceId } of found) answered.add(practiceId)
  }
  return rows.map((row) => {
    const { eventId, source, icalUid, originalStart, title, location, description, organizer, deletedAt } = row
    const copy = { eventId, source, icalUid, originalStart, title, location, description, organizer }
    const days = { allDay: row.allDay === 1, startsOn: row.startsOn, lastOn: row.lastOn }
    return {
      ...asPractice(row),
      ...copy,
      ...days,
      deletedAt,
      sample: row.sample === 1,
      answered: answered.has(row.id),
    }
  })
}

/** What the built-in calendar knows of a practice besides its event. */
async function plannedFacts(tx: Tx, copy: EventCopy) {
  if (copy.source !== 'built-in') return { sample: false, attendanceLimit: null, replyDeadlineHours: null }
  const row = await tx
    .selectFrom('calendarEvent')
    .select(['sample', 'attendanceLimit', 'replyDeadlineHours'])
    .where('id', '=', copy.eventId)
    .executeTakeFirst()
  return {
    sample: row?.sample === 1,
    attendanceLimit: row?.attendanceLimit ?? null,
    replyDeadlineHours: row?.replyDeadlineHours ?? null,
  }
}

type InsertFacts = { now: string; sample: boolean; attendanceLimit: number | null; replyDeadlineHours?: number | null }

export async function insertPractice(tx: Tx, copy: EventCopy, facts: InsertFacts) {
  const { allDay, ...text } = copy
  await tx
    .insertInto('practice')
    .values({
      ...text,
      id: await freeId(tx, copy),
      allDay: allDay ? 1 : 0,
      attendanceLimit: facts.attendanceLimit,
      replyDeadlineHours: facts.replyDeadlineHours ?? null,
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

/** A practice uses its event's id, unless another practice has already had that id. */
async function freeId(tx: Tx, { source, eventId }: EventCopy) {
  const ids = [eventId, `${source}:${eventId}`]
  const taken = await tx.selectFrom('practice').select('id').where('id', 'in', ids).execute()
  return ids.find((id) => !taken.some((row) => row.id === id)) ?? `${source}:${randomUUID()}`
}

async function updatePractice(tx: Tx, id: string, set: PracticeChange) {
  const { allDay, ...rest } = set
  const row = allDay === undefined ? rest : { ...rest, allDay: allDay ? (1 as const) : (0 as const) }
  await tx.updateTable('practice').set(row).where('id', '=', id).execute()
}
