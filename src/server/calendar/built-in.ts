import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { CalendarAnswer, CalendarEvent, CalendarWindow } from '#domain/calendar.ts'
import { addDays, atTime, dayOf } from '#domain/calendar-day.ts'
import type { Db, Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

/** The built-in calendar's answer for a window; it is always complete. */
export async function readBuiltIn(db: Db | Tx, window: CalendarWindow): Promise<CalendarAnswer> {
  const rows = await db
    .selectFrom('calendarEvent')
    .selectAll()
    .where('endsAt', '>', window.from)
    .where('startsAt', '<', window.to)
    .orderBy('startsAt')
    .execute()
  return { window, events: rows.map(asEvent) }
}

/** Those of these events that exist, wherever in time they are. */
export async function readBuiltInEvents(db: Db | Tx, ids: string[]) {
  const rows = await db.selectFrom('calendarEvent').selectAll().where('id', 'in', ids).execute()
  return rows.map(asEvent)
}

function asEvent(row: Selectable<Schema['calendarEvent']>): CalendarEvent {
  return {
    id: row.id,
    iCalUid: `${row.id}@quiver`,
    originalStart: null,
    status: row.cancelledAt === null ? 'confirmed' : 'cancelled',
    summary: row.title,
    location: row.location,
    description: row.description,
    organizer: '',
    start: { at: row.startsAt },
    end: { at: row.endsAt },
  }
}

const sampleWeeks = 8
const minutesToFirst = 10
const sampleHours = 2

/**
 * The sample practices of a fresh start (D22): one a few minutes ahead, so that it can be started and checked in to at
 * once, then one a week at the same wall-clock time.
 */
export async function addSamples(tx: Tx, facts: { nowMs: number; timeZone: string }) {
  const { nowMs, timeZone } = facts
  const fiveMinutes = 5 * 60_000
  const firstMs = Math.ceil((nowMs + minutesToFirst * 60_000) / fiveMinutes) * fiveMinutes
  const local = Temporal.Instant.fromEpochMilliseconds(firstMs).toZonedDateTimeISO(timeZone)
  const time = local.toPlainTime().toString()
  for (let week = 0; week < sampleWeeks; week++) {
    const startsAt = atTime(addDays(dayOf(firstMs, timeZone), week * 7), time, timeZone)
    await addEvent(tx, {
      title: 'Sample practice',
      location: 'The Range',
      description: 'An example to try things with. An officer can remove all samples on the home page.',
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + sampleHours * 3_600_000).toISOString(),
      sample: true,
      nowMs,
    })
  }
}

export async function addEvent(
  tx: Tx,
  event: {
    title: string
    location: string
    description: string
    startsAt: string
    endsAt: string
    sample: boolean
    nowMs: number
  },
) {
  const id = randomUUID()
  const { nowMs, sample, ...rest } = event
  await tx
    .insertInto('calendarEvent')
    .values({ id, ...rest, sample: sample ? 1 : 0, cancelledAt: null, createdAt: new Date(nowMs).toISOString() })
    .execute()
  return id
}

/** Takes all samples away, events and practices, whatever was tried out with them. @returns how many practices */
export async function deleteSamples(tx: Tx, now: string) {
  await tx.deleteFrom('calendarEvent').where('sample', '=', 1).execute()
  await tx
    .updateTable('practice')
    .set({ endedAt: now })
    .where('sample', '=', 1)
    .where('startedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('practice')
    .set({ deletedAt: now })
    .where('sample', '=', 1)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
