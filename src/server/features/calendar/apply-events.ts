import { sql } from 'kysely'
import {
  type CalendarAnswer,
  type EventCopy,
  isMassLoss,
  type PracticeChange,
  planSync,
  type StoredPractice,
  type SyncPlan,
} from '#domain/calendar-sync.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { notifyOfChange } from '#server/features/notifications/enqueue.ts'
import { asPractice } from '#server/queries/practices.ts'
import type { Whereabouts } from './calendar-source.ts'
import type { CalendarFindings } from './findings.ts'

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
  /** When most practices were missing for the first time; null if they weren't in the reading before. */
  heldSince?: string | null
}

/** What an applied response leaves open. `settled`: if not, the same response is worth applying again. */
type Applied = Pick<CalendarFindings, 'undecided' | 'held'> & { settled: boolean; changesMostIds: boolean }

/**
 * Syncs the practices with a complete response, in one transaction. Events missing from it are first looked up by id,
 * outside the transaction: only an event that is really gone cancels its practice, since a gap may also be an error. If
 * most practices are missing, none is canceled and none is added until that has lasted for as long as the club set.
 */
export async function applyAnswer(ctx: AppContext, reading: Reading, options: ApplyOptions = {}): Promise<Applied> {
  const { readInside, heldSince = null } = options
  const stored = await loadStored(ctx.database.db, reading.read.answer)
  const first = plan(ctx, reading.read, stored)
  if (first.missing.length === 0 && first.added.length === 0 && first.changed.length === 0)
    return leftOpen(first, { held: null, settled: true })
  const before = await findMissing(ctx, reading, stored)
  return ctx.write(async (tx, announce) => {
    const now = nowAsText(ctx)
    await acquireApplyLock(tx, ctx)
    // Locked, so that none of them is started or ended between planning and applying.
    const locked = await loadStored(tx, before.complete.answer, { lock: true })
    const { complete, found, stored } = readInside
      ? await rereadLocked(tx, ctx, readInside)
      : { ...before, stored: locked }
    const latest = plan(ctx, complete, stored)
    const allGone = latest.missing.filter((practice) => found.get(practice.eventId) === 'gone')
    const held = holdBack(ctx, { missing: allGone.length, kept: latest.kept, since: heldSince ?? now })
    const { changed, added, gone } = held
      ? { changed: latest.changed, added: [], gone: [] }
      : { changed: latest.changed, added: latest.added, gone: allGone }
    for (const copy of added) await insertPractice(tx, copy, { now, sample: await isSample(tx, copy) })
    const known = new Map(stored.map((practice) => [practice.id, practice]))
    const change = async (id: string, set: PracticeChange) => {
      const before = known.get(id)
      if (before) await changePractice(tx, ctx, before, set)
    }
    for (const { id, set } of changed) await change(id, set)
    for (const { id } of gone) await change(id, { cancelledAt: now })
    // A new id alone is nothing that a screen shows.
    if (added.length + gone.length > 0 || changed.some(({ set }) => isShown(set))) announce('practices', 'live')
    return leftOpen(latest, { held, settled: held === null && ![...found.values()].includes('unknown') })
  })
}

function leftOpen({ undecided, remade, kept }: AnswerPlan, open: Pick<Applied, 'held' | 'settled'>): Applied {
  return {
    ...open,
    undecided: undecided.map(({ practice, candidates }) => ({ practiceId: practice.id, candidates })),
    changesMostIds: remade >= 3 && remade > kept,
  }
}

/** Whether so many practices are gone that canceling them has to wait. Nothing is ever wrong with the built-in calendar. */
function holdBack(ctx: AppContext, facts: { missing: number; kept: number; since: string }) {
  const { missing, kept, since } = facts
  const isOver = nowAsText(ctx) >= holdEnd(ctx, since)
  if (isOver || ctx.calendarSource === 'built-in' || !isMassLoss({ missing, kept })) return null
  return { since, practices: missing }
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

/** `kept`: how many upcoming practices of this calendar have an event in the response. */
type AnswerPlan = SyncPlan & { kept: number }

function plan(ctx: AppContext, { answer, unreadable }: ReadAnswer, stored: StoredPractice[]): AnswerPlan {
  const { titleFilter, personalEvents } = ctx.club.practices
  const now = nowAsText(ctx)
  const facts = { stored, answer, unreadable, source: ctx.calendarSource, timeZone: ctx.club.timeZone, now }
  const confirmed = new Set(answer.events.flatMap(({ id, status }) => (status === 'confirmed' ? [id] : [])))
  const upcoming = stored.filter(({ source, endsAt }) => source === ctx.calendarSource && endsAt > now)
  return {
    ...planSync({ ...facts, filter: { titleFilter, personalEvents } }),
    kept: upcoming.filter(({ eventId }) => confirmed.has(eventId)).length,
  }
}

/** When missing practices are canceled that are held back since then. */
export function holdEnd({ club }: AppContext, since: string) {
  return new Date(Date.parse(since) + club.practices.holdMinutes * 60_000).toISOString()
}

const idsAtOnce = 500

/** Every practice that the response could be about: those in its window or later, and those with one of its UIDs. */
async function loadStored(db: Db | Tx, answer: CalendarAnswer, { lock = false } = {}): Promise<StoredPractice[]> {
  const rows = await selectStored(db, lock).where('endsAt', '>', answer.window.from).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const uids = [...new Set(answer.events.map((event) => event.iCalUid))]
  for (let at = 0; at < uids.length; at += idsAtOnce) {
    const older = await selectStored(db, lock)
      .where('icalUid', 'in', uids.slice(at, at + idsAtOnce))
      .execute()
    for (const row of older) known.set(row.id, row)
  }
  return [...known.values()].map(toStored)
}

export async function loadPractices(db: Db | Tx, ids: string[], { lock = false } = {}) {
  if (ids.length === 0) return []
  return (await selectStored(db, lock).where('id', 'in', ids).execute()).map(toStored)
}

function selectStored(db: Db | Tx, lock: boolean) {
  return db
    .selectFrom('practice')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('rsvp').select('rsvp.memberId').whereRef('rsvp.practiceId', '=', 'practice.id')).as('answered'),
    )
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
}

function toStored(row: Awaited<ReturnType<ReturnType<typeof selectStored>['execute']>>[number]): StoredPractice {
  const { eventId, source, icalUid, originalStart, title, location, description, organizer } = row
  const copy = { eventId, source, icalUid, originalStart, title, location, description, organizer }
  const days = { allDay: row.allDay === 1, startsOn: row.startsOn, lastOn: row.lastOn }
  return { ...asPractice(row), ...copy, ...days, deletedAt: row.deletedAt, answered: Boolean(row.answered) }
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

async function updatePractice(tx: Tx, id: string, set: PracticeChange) {
  const { allDay, ...rest } = set
  const row = allDay === undefined ? rest : { ...rest, allDay: allDay ? (1 as const) : (0 as const) }
  await tx.updateTable('practice').set(row).where('id', '=', id).execute()
}
