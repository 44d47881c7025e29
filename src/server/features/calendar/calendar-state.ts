import type { AppContext } from '#server/context.ts'

/**
 * How fresh the calendar is, for the home page's note. The age is told only while it matters, so that an unchanged page
 * stays unchanged to the last byte. The built-in calendar is always up to date.
 */
export async function readCalendarState({ database, calendarSource }: AppContext) {
  const fresh = { source: calendarSource, readAt: null, stale: false }
  if (calendarSource === 'built-in') return fresh
  const row = await database.db
    .selectFrom('calendarCache')
    .select(['readAt', 'failedAt'])
    .where('source', '=', calendarSource)
    .executeTakeFirst()
  return row?.failedAt == null ? fresh : { source: calendarSource, readAt: row.readAt, stale: true }
}
