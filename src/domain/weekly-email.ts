import { addDays, atTime, dayOf, localTime } from './calendar-day.ts'
import { earliestTime, type WeekTime, weekdays } from './week-time.ts'

/**
 * When the email with the week's practices goes out: weekly at a time in the club's time zone, or as soon as possible
 * after it if the server was down, but never at night. Uses Temporal through calendar-day, so only the server can import
 * it.
 */

const nightBeginsAt = '22:00'
const dayMs = 24 * 3_600_000

/** It has the practices of this many days. */
export const weekMs = 7 * dayMs
/** An email that is later than this would be about a week that is half over. */
const latestMs = 2 * dayMs

/** `week`: the local day on which it was due, which names it. `dueAt`: the instant. */
export type DueWeek = { week: string; dueAt: string }

/** @returns the weekly email that may be sent now; null if there is none */
export function dueWeek(at: WeekTime, nowMs: number, timeZone: string): DueWeek | null {
  const time = localTime(new Date(nowMs).toISOString(), timeZone).slice(11)
  if (time < earliestTime || time >= nightBeginsAt) return null
  const today = dayOf(nowMs, timeZone)
  for (let ago = 0; ago <= latestMs / dayMs; ago++) {
    const week = addDays(today, -ago)
    if (weekdayOf(week) !== at.day) continue
    const dueAt = atTime(week, at.time, timeZone)
    const lateMs = nowMs - Date.parse(dueAt)
    return lateMs >= 0 && lateMs < latestMs ? { week, dueAt } : null
  }
  return null
}

function weekdayOf(day: string) {
  return weekdays[new Date(`${day}T00:00:00.000Z`).getUTCDay()]
}
