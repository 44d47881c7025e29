import { dayOf, startOfDay, startOfNextDay } from '#domain/calendar-day.ts'

/** Days in the club's time zone, independent of the server's (T45). Arguments are epoch milliseconds. */
export type ClubDays = {
  today: (nowMs: number) => string
  startOfToday: (nowMs: number) => string
  startOfTomorrow: (nowMs: number) => string
}

export function createClubDays(timeZone: string): ClubDays {
  return {
    today: (nowMs) => dayOf(nowMs, timeZone),
    startOfToday: (nowMs) => startOfDay(nowMs, timeZone),
    startOfTomorrow: (nowMs) => startOfNextDay(nowMs, timeZone),
  }
}
