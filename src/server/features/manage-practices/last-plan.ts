import type { LastPlan } from '#contract/manage-practices.ts'
import { localTime } from '#domain/calendar-day.ts'
import type { AppContext } from '#server/context.ts'

/** What officers planned last in the built-in calendar, with the limit and the deadline that it has by now; null before the first. */
export async function findLastPlan({ database: { db }, club }: AppContext): Promise<LastPlan | null> {
  const event = await db
    .selectFrom('calendarEvent')
    .select(['id', 'title', 'location', 'startsAt', 'endsAt', 'attendanceLimit', 'replyDeadlineHours'])
    .where('sample', '=', 0)
    .orderBy('createdAt', 'desc')
    .orderBy('startsAt')
    .limit(1)
    .executeTakeFirst()
  if (!event) return null
  const practice = await db
    .selectFrom('practice')
    .select(['attendanceLimit', 'replyDeadlineHours'])
    .where('source', '=', 'built-in')
    .where('eventId', '=', event.id)
    .executeTakeFirst()
  const timeOf = (at: string) => localTime(at, club.timeZone).slice(-5)
  return {
    startsOn: localTime(event.startsAt, club.timeZone).slice(0, 10),
    title: event.title,
    location: event.location,
    startTime: timeOf(event.startsAt),
    endTime: timeOf(event.endsAt),
    attendanceLimit: (practice ?? event).attendanceLimit,
    replyDeadlineHours: (practice ?? event).replyDeadlineHours,
  }
}
