import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { CalendarAnswer, CalendarEvent, CalendarWindow } from '#domain/calendar-sync.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

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
