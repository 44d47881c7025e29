import type { CalendarWindow } from '#domain/calendar-sync.ts'

const daysAhead = 90

/** From the start of yesterday to the end of the day in 90 days, by the club's days; the same all day long. */
export function calendarWindow(nowMs: number, timeZone: string): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).startOfDay()
  const at = (day: Temporal.ZonedDateTime) => new Date(day.startOfDay().epochMilliseconds).toISOString()
  return { from: at(today.subtract({ days: 1 })), to: at(today.add({ days: daysAhead + 1 })) }
}
