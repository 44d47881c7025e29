import type { CalendarAnswer, CalendarEvent } from '#domain/calendar.ts'
import { type EventCopy, planSync, type StoredPractice, type SyncPlan } from '#domain/calendar-sync.ts'
import type { Db, Tx } from '../db/database.ts'
import { nowText, type Parts } from '../parts.ts'
import { asPractice } from '../practices/queries.ts'

/** Where events are that an answer does not have: moved out of the window, gone, or not to be found out just now. */
export type Whereabouts = (eventIds: string[]) => Promise<Map<string, CalendarEvent | 'gone' | 'unknown'>>

export type ReadAnswer = { answer: CalendarAnswer; unreadable: Set<string> }

/**
 * Brings the practices in line with a complete answer, in one transaction. What is missing from it is asked for by name
 * first, outside of the transaction: only an event that is truly gone cancels its practice (D23).
 * @returns whether everything could be found out; if not, the same answer is worth reading again
 */
export async function applyAnswer(parts: Parts, read: ReadAnswer, whereabouts: Whereabouts) {
  const first = await plan(parts.database.db, parts, read)
  const missing = first.missing.map((practice) => practice.eventId)
  if (missing.length === 0 && first.added.length === 0 && first.changed.length === 0) return true
  const found = missing.length === 0 ? new Map() : await whereabouts(missing)
  const events = [...read.answer.events, ...[...found.values()].filter((event) => typeof event === 'object')]
  const complete = { ...read, answer: { ...read.answer, events } }
  await parts.write(async (tx, announce) => {
    const now = nowText(parts)
    const { added, changed, missing } = await plan(tx, parts, complete)
    const gone = missing.filter((practice) => found.get(practice.eventId) === 'gone')
    for (const copy of added) await insertPractice(tx, copy, { now, samples: await isSample(tx, copy) })
    for (const { id, set } of changed) await updatePractice(tx, id, set)
    for (const { id } of gone) await updatePractice(tx, id, { cancelledAt: now })
    if (added.length + changed.length + gone.length > 0) announce('practices', 'live')
  })
  return ![...found.values()].includes('unknown')
}

async function plan(db: Db | Tx, parts: Parts, { answer, unreadable }: ReadAnswer): Promise<SyncPlan> {
  return planSync({
    stored: await loadStored(db, answer),
    answer,
    unreadable,
    source: parts.calendarSource,
    timeZone: parts.club.timeZone,
    titleFilter: parts.club.practices.titleFilter,
    now: nowText(parts),
  })
}

const idsAtOnce = 500

/** Everything that the answer could be about: what lies in its window or after, and what has one of its events. */
async function loadStored(db: Db | Tx, answer: CalendarAnswer): Promise<StoredPractice[]> {
  const rows = await db.selectFrom('practice').selectAll().where('endsAt', '>', answer.window.from).execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const uids = [...new Set(answer.events.map((event) => event.iCalUid))]
  for (let at = 0; at < uids.length; at += idsAtOnce) {
    const slice = uids.slice(at, at + idsAtOnce)
    const older = await db.selectFrom('practice').selectAll().where('icalUid', 'in', slice).execute()
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

async function insertPractice(tx: Tx, copy: EventCopy, facts: { now: string; samples: boolean }) {
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
      sample: facts.samples ? 1 : 0,
      createdAt: facts.now,
    })
    .execute()
}

/** A practice's id is its event's; should another source have used that id for something else, it gets a name of its own. */
async function freeId(tx: Tx, copy: EventCopy) {
  const taken = await tx.selectFrom('practice').select('id').where('id', '=', copy.eventId).executeTakeFirst()
  return taken ? `${copy.source}:${copy.eventId}` : copy.eventId
}

async function updatePractice(tx: Tx, id: string, set: SyncPlan['changed'][number]['set']) {
  const { allDay, ...rest } = set
  const row = allDay === undefined ? rest : { ...rest, allDay: allDay ? (1 as const) : (0 as const) }
  await tx.updateTable('practice').set(row).where('id', '=', id).execute()
}
