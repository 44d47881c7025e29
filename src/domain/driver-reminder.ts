/** When drivers are reminded of a practice. Uses Temporal through calendar-day, so it is the server's alone. */
import { addDays, atTime, dayOf, localTime } from './calendar-day.ts'

/** Nobody is woken: what would come in the night comes on the evening before it. */
const nightEndsAt = '08:00'
const nightBeginsAt = '22:00'
const evening = '20:00'

/** So many hours before the start, by day. @returns null where drivers are not reminded at all */
export function remindDriversAt(startsAt: string, { hours, timeZone }: { hours: number; timeZone: string }) {
  if (hours === 0) return null
  const atMs = Date.parse(startsAt) - hours * 3_600_000
  const at = new Date(atMs).toISOString()
  const day = dayOf(atMs, timeZone)
  const time = localTime(at, timeZone).slice(11)
  if (time < nightEndsAt) return atTime(addDays(day, -1), evening, timeZone)
  return time >= nightBeginsAt ? atTime(day, evening, timeZone) : at
}

/** A practice that is moved to another day is another reminder; one that is moved by less is not. */
const againAfterMs = 12 * 3_600_000

type Practice = {
  startsAt: string
  cancelledAt: string | null
  startedAt: string | null
  endedAt: string | null
  driversRemindedAt: string | null
  /** Its start when they were. */
  driversRemindedFor: string | null
}

/** What was noted so far ahead of the clock was so before the clock was set back, and the reminder came too early. */
const aheadMs = 5 * 60_000

/** @param remindAt from `remindDriversAt` */
export function isReminderDue(practice: Practice, remindAt: string | null, now: string) {
  const { startsAt, cancelledAt, startedAt, endedAt, driversRemindedAt } = practice
  if (remindAt === null || now < remindAt || now >= startsAt) return false
  if (cancelledAt !== null || startedAt !== null || endedAt !== null) return false
  if (driversRemindedAt === null || Date.parse(driversRemindedAt) - Date.parse(now) > aheadMs) return true
  return isToBeRemindedAgain(practice)
}

/** Whether it has moved so far since that what was written then is not the reminder of it any more. */
export function isToBeRemindedAgain({
  startsAt,
  driversRemindedFor,
}: Pick<Practice, 'startsAt' | 'driversRemindedFor'>) {
  return driversRemindedFor !== null && Math.abs(Date.parse(startsAt) - Date.parse(driversRemindedFor)) >= againAfterMs
}
