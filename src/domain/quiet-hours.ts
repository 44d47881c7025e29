import { addDays, atTime, dayOf, localTime } from './calendar-day.ts'
import { hoursBefore } from './reply-deadline.ts'

/** When reminders are sent, and that no phone buzzes at night. Uses Temporal through calendar-day, so only the server can import it. */

const nightEndsAt = '08:00'
const nightBeginsAt = '22:00'
const evening = '20:00'
/** How much earlier than asked a moment can be after `outOfQuietHours`, generously. */
export const earlierByMs = 14 * 3_600_000

export function isQuietHour(at: string, timeZone: string) {
  const time = localTime(at, timeZone).slice(11)
  return time < nightEndsAt || time >= nightBeginsAt
}

/** The same moment, or the evening before if it is at night: after the night it might be too late. */
export function outOfQuietHours(at: string, timeZone: string) {
  if (!isQuietHour(at, timeZone)) return at
  const day = dayOf(Date.parse(at), timeZone)
  const isMorning = localTime(at, timeZone).slice(11) < nightEndsAt
  return atTime(isMorning ? addDays(day, -1) : day, evening, timeZone)
}

/** When to send a reminder that is due these hours before a moment; null if none is sent. */
export function whenToRemind(until: string, { hours, timeZone }: { hours: number; timeZone: string }) {
  const at = hoursBefore({ startsAt: until }, hours)
  return at === null ? null : outOfQuietHours(at, timeZone)
}

/** A practice that moves by at least this much gets a second reminder. */
const repeatAfterMoveMs = 12 * 3_600_000

export type RemindedPractice = {
  startsAt: string
  cancelledAt: string | null
  startedAt: string | null
  endedAt: string | null
  remindedAt: string | null
  /** The practice's start time when the reminder was sent; null also where an older release sent it. */
  remindedFor: string | null
}

/** A stored time this far in the future means that the clock was wrong then, and the reminder was sent too early. */
const clockErrorMs = 5 * 60_000

/**
 * Whether a practice's one reminder is due.
 * @param when.remindAt from `whenToRemind` @param when.until from when on it would be too late
 */
export function isReminderDue(
  practice: RemindedPractice,
  { remindAt, until, now }: { remindAt: string | null; until: string; now: string },
) {
  const { cancelledAt, startedAt, endedAt, remindedAt } = practice
  if (remindAt === null || now < remindAt || now >= until) return false
  if (cancelledAt !== null || startedAt !== null || endedAt !== null) return false
  if (remindedAt === null || Date.parse(remindedAt) - Date.parse(now) > clockErrorMs) return true
  return needsNewReminder(practice)
}

/** Whether the practice has moved so far that the reminder that was sent no longer applies. */
export function needsNewReminder({ startsAt, remindedFor }: Pick<RemindedPractice, 'startsAt' | 'remindedFor'>) {
  return remindedFor !== null && Math.abs(Date.parse(startsAt) - Date.parse(remindedFor)) >= repeatAfterMoveMs
}
