import { addDays, atTime, dayOf, localTime } from './calendar-day.ts'
import type { EditDecision } from './members.ts'

/**
 * RM01 is the university's form for driving others. A member's own checkbox means "declared"; an officer's approval is
 * valid until a day. A missing form doesn't hide anyone or stop them from driving.
 */
export const rm01States = ['not-needed', 'missing', 'declared', 'approved', 'ending', 'ended'] as const
export type Rm01 = (typeof rm01States)[number]

/** Approvals that end within this many days are listed, so that there is time to renew them. */
export const endingWithinDays = 21

type Rm01Facts = { hasCar: boolean; rm01Declared: boolean; rm01Until: string | null }

/** @param today the club's local day; an approval is still valid on its last day */
export function rm01Of({ hasCar, rm01Declared, rm01Until }: Rm01Facts, today: string): Rm01 {
  if (rm01Until !== null) {
    if (rm01Until < today) return hasCar ? 'ended' : 'not-needed'
    return rm01Until <= addDays(today, endingWithinDays) ? 'ending' : 'approved'
  }
  if (!hasCar) return 'not-needed'
  return rm01Declared ? 'declared' : 'missing'
}

type Rm01Decision = EditDecision | { outcome: 'refused'; reason: 'past-day' }

/** An officer approves until a day, or removes the approval. */
export function decideRm01(facts: {
  current: string | null
  expected: string | null
  until: string | null
  today: string
}): Rm01Decision {
  const { current, expected, until, today } = facts
  if (until === current) return { outcome: 'unchanged' }
  if (expected !== current) return { outcome: 'refused', reason: 'changed-meanwhile' }
  if (until !== null && until < today) return { outcome: 'refused', reason: 'past-day' }
  return { outcome: 'changed' }
}

/** When drivers are reminded of a practice. Uses Temporal through calendar-day, so only the server can import it. */

/** Quiet hours: a reminder due at night is sent the evening before. */
const nightEndsAt = '08:00'
const nightBeginsAt = '22:00'
const evening = '20:00'

/**
 * The given number of hours before the start, moved out of quiet hours.
 * @returns null if drivers are not reminded at all
 */
export function remindDriversAt(startsAt: string, { hours, timeZone }: { hours: number; timeZone: string }) {
  if (hours === 0) return null
  const atMs = Date.parse(startsAt) - hours * 3_600_000
  const at = new Date(atMs).toISOString()
  const day = dayOf(atMs, timeZone)
  const time = localTime(at, timeZone).slice(11)
  if (time < nightEndsAt) return atTime(addDays(day, -1), evening, timeZone)
  return time >= nightBeginsAt ? atTime(day, evening, timeZone) : at
}

/** A practice that moves by at least this much gets a second reminder. */
const repeatAfterMoveMs = 12 * 3_600_000

type RemindedPractice = {
  startsAt: string
  cancelledAt: string | null
  startedAt: string | null
  endedAt: string | null
  driversRemindedAt: string | null
  /** The practice's start time when the reminder was sent. */
  driversRemindedFor: string | null
}

/** A stored time this far in the future means that the clock was wrong then, and the reminder was sent too early. */
const clockErrorMs = 5 * 60_000

/** @param remindAt from `remindDriversAt` */
export function isReminderDue(practice: RemindedPractice, remindAt: string | null, now: string) {
  const { startsAt, cancelledAt, startedAt, endedAt, driversRemindedAt } = practice
  if (remindAt === null || now < remindAt || now >= startsAt) return false
  if (cancelledAt !== null || startedAt !== null || endedAt !== null) return false
  if (driversRemindedAt === null || Date.parse(driversRemindedAt) - Date.parse(now) > clockErrorMs) return true
  return needsNewReminder(practice)
}

/** Whether the practice has moved so far that the reminder that was sent no longer applies. */
export function needsNewReminder({
  startsAt,
  driversRemindedFor,
}: Pick<RemindedPractice, 'startsAt' | 'driversRemindedFor'>) {
  return (
    driversRemindedFor !== null && Math.abs(Date.parse(startsAt) - Date.parse(driversRemindedFor)) >= repeatAfterMoveMs
  )
}
