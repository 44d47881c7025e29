import type { LastPlan } from '#contract/manage-practices.ts'
import { localTime } from '#domain/calendar-day.ts'
import type { AppContext } from '#server/context.ts'

/** What officers planned last in the built-in calendar, with the limit that it has by now; null before the first. */
export async function findLastPlan({ database: { db }, club }: AppContext): Promise<LastPlan | null> {
  const event = await db
    .selectFrom('calendarEvent')
    .leftJoin('practice', (join) =>
      join.onRef('practice.eventId', '=', 'calendarEvent.id').on('practice.source', '=', 'built-in'),
    )
    .select(['calendarEvent.title', 'calendarEvent.location', 'calendarEvent.startsAt', 'calendarEvent.endsAt'])
    .select(['calendarEvent.attendanceLimit as plannedLimit', 'practice.id', 'practice.attendanceLimit'])
    .where('calendarEvent.sample', '=', 0)
    .orderBy('calendarEvent.createdAt', 'desc')
    .orderBy('calendarEvent.startsAt')
    .limit(1)
    .executeTakeFirst()
  if (!event) return null
  const timeOf = (at: string) => localTime(at, club.timeZone).slice(-5)
  return {
    startsOn: localTime(event.startsAt, club.timeZone).slice(0, 10),
    title: event.title,
    location: event.location,
    startTime: timeOf(event.startsAt),
    endTime: timeOf(event.endsAt),
    attendanceLimit: event.id === null ? event.plannedLimit : event.attendanceLimit,
  }
}
