import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { addDays, atTime, dayOf } from '#domain/calendar-day.ts'
import type { CalendarAnswer, CalendarEvent, CalendarWindow } from '#domain/calendar-sync.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import { addSampleSettings } from '#server/features/samples/sample-settings.ts'
import { runRepeatedly } from '#server/ops/jobs/scheduler.ts'
import { applyAnswer, type FindWhereabouts } from './apply-events.ts'
import { calendarWindow } from './calendar-source.ts'

export type RunningCalendar = {
  /** Reads the calendar now and syncs the practices. */
  readNow: () => Promise<void>
  stop: () => Promise<void>
}

const everyMs = 60_000

/** Syncs the practices with the built-in calendar every minute, because its window moves with the days. */
export async function startBuiltInCalendar(ctx: AppContext): Promise<RunningCalendar> {
  const read = () => readBuiltInNow(ctx)
  const onError = (error: unknown) => ctx.log.warn({ err: error }, 'could not read the built-in calendar')
  await read()
  return { readNow: read, ...runRepeatedly({ everyMs, clock: ctx.clock, onError }, read) }
}

/** Syncs the practices with the built-in calendar now, as after an officer's change. */
export async function readBuiltInNow(ctx: AppContext) {
  const window = calendarWindow(ctx.clock.now(), ctx.club.timeZone)
  const readFrom = async (db: Db | Tx) => {
    const whereabouts: FindWhereabouts = async (ids) => {
      const events = await readBuiltInEvents(db, ids)
      const found = new Map<string, CalendarEvent>(events.map((event) => [event.id, event]))
      return new Map(ids.map((id) => [id, found.get(id) ?? 'gone']))
    }
    return { read: { answer: await readBuiltIn(db, window), unreadable: new Set<string>() }, whereabouts }
  }
  await applyAnswer(ctx, await readFrom(ctx.database.db), { readInside: readFrom })
}

/** Adds samples to an empty club on a local machine, to have something to try; any other club has no use for them. */
export async function addSamplesOnce(ctx: AppContext, facts: { local: boolean }) {
  if (!facts.local) return
  await ctx.write(async (tx) => {
    const { events } = await tx
      .selectFrom('calendarEvent')
      .select((eb) => eb.fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow()
    const { people } = await tx
      .selectFrom('user')
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .executeTakeFirstOrThrow()
    const { practices } = await tx
      .selectFrom('practice')
      .select((eb) => eb.fn.countAll<number>().as('practices'))
      .executeTakeFirstOrThrow()
    if (events + people + practices > 0) return
    await addSampleSettings(tx, nowAsText(ctx))
    if (ctx.calendarSource !== 'built-in') return
    await addSamples(tx, { nowMs: ctx.clock.now(), timeZone: ctx.club.timeZone })
  })
}

/** Reads the built-in calendar for a window; the result is always complete. */
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

/** The events with these ids that exist, at any time. */
async function readBuiltInEvents(db: Db | Tx, ids: string[]) {
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

/** @returns the id of the new event */
export async function addEvent(
  tx: Tx,
  event: {
    title: string
    location: string
    description: string
    startsAt: string
    endsAt: string
    sample: boolean
    attendanceLimit?: number | null
    replyDeadlineHours?: number | null
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

const sampleWeeks = 8
const minutesToFirst = 10
const sampleHours = 2

/**
 * The sample practices of a fresh install: one a few minutes ahead, so that it can be started and checked in to right
 * away, then one a week at the same local time.
 */
async function addSamples(tx: Tx, facts: { nowMs: number; timeZone: string }) {
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
      description: 'An example to try things out. Officers can remove all samples on the home page.',
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + sampleHours * 3_600_000).toISOString(),
      sample: true,
      nowMs,
    })
  }
}

/** Removes all samples, events and practices, even if they were used. @returns how many practices */
export async function deleteSamples(tx: Tx, now: string) {
  await tx.deleteFrom('calendarEvent').where('sample', '=', 1).execute()
  // Locked, so that none is started between the two statements below: it would be both deleted and live.
  await tx.selectFrom('practice').select('id').where('sample', '=', 1).orderBy('id').forUpdate().execute()
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
