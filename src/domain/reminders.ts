/** Who is reminded of a practice that they haven't replied to, and how often. */
import { weekOf } from './attendance-report.ts'

const dayMs = 86_400_000
/** Someone who came in one of the last so many weeks with a practice is asked. Weeks of a break don't count. */
const weeksWithPractice = 4
/** So is someone who joined this recently. */
const newForMs = 28 * dayMs
const mostReminders = 2
const withinMs = 7 * dayMs

/**
 * The Monday from which on someone has to have come to be asked; null if there has been no practice.
 * @param heldOn the days with a practice, in any order
 */
export function activeSince(heldOn: string[]) {
  const mondays = [...new Set(heldOn.map(weekOf))].sort().reverse()
  return mondays[weeksWithPractice - 1] ?? mondays.at(-1) ?? null
}

/** The most days that `activeSince` can need, newest first. */
export const mostDaysNeeded = 7 * weeksWithPractice

function joinedRecently(joinedAt: string, now: string) {
  return Date.parse(now) - Date.parse(joinedAt) <= newForMs
}

/** Whether a member is asked if they don't reply. @param facts.lastCameOn the day of the last practice they came to */
export function isAsked(facts: { lastCameOn: string | null; joinedAt: string; since: string | null; now: string }) {
  const { lastCameOn, joinedAt, since, now } = facts
  if (since !== null && lastCameOn !== null && lastCameOn >= since) return true
  return joinedRecently(joinedAt, now)
}

/** Why someone who is asked gets no reminder now. */
export const noReminderReasons = ['turned-off', 'reminded-today', 'two-this-week'] as const
export type NoReminderReason = (typeof noReminderReasons)[number]
export type ReminderDecision =
  | { outcome: 'reminded' }
  | { outcome: 'left-out'; reason: 'turned-off' | 'reminded-today' }
  /** Possible again from this moment on. */
  | { outcome: 'left-out'; reason: 'two-this-week'; freeAt: string }

/**
 * @param facts.hasChannel whether anything would reach them
 * @param facts.today whether they were reminded of this practice on the club's current day
 * @param facts.earlier when they got reminders of any practice; now for one that is still on its way
 */
export function decideReminder(facts: {
  hasChannel: boolean
  today: boolean
  earlier: string[]
  now: string
}): ReminderDecision {
  const { hasChannel, today, earlier, now } = facts
  if (!hasChannel) return { outcome: 'left-out', reason: 'turned-off' }
  if (today) return { outcome: 'left-out', reason: 'reminded-today' }
  const last = earlier.toSorted().at(-mostReminders)
  if (last === undefined) return { outcome: 'reminded' }
  const freeAt = new Date(Date.parse(last) + withinMs).toISOString()
  return freeAt <= now ? { outcome: 'reminded' } : { outcome: 'left-out', reason: 'two-this-week', freeAt }
}

export const remindNowRefusals = [
  ...(['awaiting-preview', 'practice-over', 'practice-started', 'practice-cancelled'] as const),
  ...(['quiet-hours', 'reminded-today', 'no-one-left'] as const),
]
export type RemindNowRefusal = (typeof remindNowRefusals)[number]

/** An officer reminds everyone who hasn't replied: once a day for each practice, and not at night. */
export function decideRemindNow(facts: {
  practice: { startsAt: string; cancelledAt: string | null; startedAt: string | null; endedAt: string | null }
  /** Whether no officer has seen how a reminder looks, in a club from before there were any. */
  awaitingPreview: boolean
  isNight: boolean
  /** Whether an officer did so on the club's current day. */
  today: boolean
  /** How many would get it. */
  people: number
  now: string
}): { outcome: 'sent' } | { outcome: 'refused'; reason: RemindNowRefusal } {
  const { practice, awaitingPreview, isNight, today, people, now } = facts
  const refuse = (reason: RemindNowRefusal) => ({ outcome: 'refused', reason }) as const
  if (practice.endedAt !== null) return refuse('practice-over')
  if (practice.cancelledAt !== null) return refuse('practice-cancelled')
  if (practice.startedAt !== null || now >= practice.startsAt) return refuse('practice-started')
  if (awaitingPreview) return refuse('awaiting-preview')
  if (today) return refuse('reminded-today')
  if (isNight) return refuse('quiet-hours')
  return people === 0 ? refuse('no-one-left') : { outcome: 'sent' }
}
