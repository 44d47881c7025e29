import { addDays, atTime, dayOf, localTime } from './calendar-day.ts'
import type { EditDecision } from './members.ts'

/**
 * The university's form RM01, which drivers fill in: the member's own tick says "declared", an officer's approval holds until
 * a day (D38a). It hides nobody and keeps nobody from driving.
 */
export const rm01States = ['not-needed', 'missing', 'declared', 'approved', 'ending', 'ended'] as const
export type Rm01 = (typeof rm01States)[number]

/** An approval that ends so soon is listed, so that there is time for a new one. */
export const endingWithinDays = 21

type Rm01Facts = { hasCar: boolean; rm01Declared: boolean; rm01Until: string | null }

/** @param today the club's local day; an approval counts on its last day, too */
export function rm01Of({ hasCar, rm01Declared, rm01Until }: Rm01Facts, today: string): Rm01 {
  if (rm01Until !== null) {
    if (rm01Until < today) return hasCar ? 'ended' : 'not-needed'
    return rm01Until <= addDays(today, endingWithinDays) ? 'ending' : 'approved'
  }
  if (!hasCar) return 'not-needed'
  return rm01Declared ? 'declared' : 'missing'
}

type Rm01Decision = EditDecision | { outcome: 'refused'; reason: 'past-day' }

/** An officer approves until a day, or takes the approval away. */
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

/** When drivers are reminded of a practice. Uses Temporal through calendar-day, so it is the server's alone. */

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

type RemindedPractice = {
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
export function isReminderDue(practice: RemindedPractice, remindAt: string | null, now: string) {
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
}: Pick<RemindedPractice, 'startsAt' | 'driversRemindedFor'>) {
  return driversRemindedFor !== null && Math.abs(Date.parse(startsAt) - Date.parse(driversRemindedFor)) >= againAfterMs
}
