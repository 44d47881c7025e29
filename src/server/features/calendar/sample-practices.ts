import { addDays, atTime, dayOf } from '#domain/calendar-day.ts'
import type { Tx } from '#server/db/database.ts'
import { addEvent } from './local-events.ts'

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
      description: 'An example to try things out. Officers can remove all samples on the home page.',
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + sampleHours * 3_600_000).toISOString(),
      sample: true,
      nowMs,
    })
  }
}

/** Takes all samples away, events and practices, whatever was tried out with them. @returns how many practices */
export async function deleteSamples(tx: Tx, now: string) {
  await tx.deleteFrom('calendarEvent').where('sample', '=', 1).execute()
  // None of them may be started between the two statements below: it would be deleted and live.
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
