import { type Reply, takesSpot } from './rsvp.ts'

/** Until when members should reply. Later replies are possible; they are marked, and so is who gives up a spot later. */

/** A week: the longest time before the start. */
export const mostDeadlineHours = 168

const hourMs = 3_600_000

/**
 * The moment so many hours before the start; null for 0 hours. It moves with the practice.
 * @param practice.startsAt ISO text
 */
export function hoursBefore({ startsAt }: { startsAt: string }, hours: number) {
  return hours === 0 ? null : new Date(Date.parse(startsAt) - hours * hourMs).toISOString()
}

/** The last moment at which a reply is on time; null without a deadline. @param clubHours for practices without their own */
export function replyBy(practice: { startsAt: string; replyDeadlineHours: number | null }, clubHours: number) {
  return hoursBefore(practice, practice.replyDeadlineHours ?? clubHours)
}

/** @param by of replyBy */
export function isLate(at: string, by: string | null) {
  return by !== null && at > by
}

/** What someone gave up. */
export const withdrawalKinds = ['spot', 'waitlist'] as const
export type WithdrawalKind = (typeof withdrawalKinds)[number]

/**
 * What a reply gives up too late, or null: a spot, or a position on the waitlist. There is nothing to be late for at a
 * canceled practice.
 * @param facts.before the earlier reply that takes a spot, if there is one
 */
export function decideLateWithdrawal(facts: {
  before: { waiting: number | null } | undefined
  answer: Reply | null
  by: string | null
  cancelledAt: string | null
  now: string
}): WithdrawalKind | null {
  const { before, answer, by, cancelledAt, now } = facts
  if (before === undefined || takesSpot(answer) || cancelledAt !== null || !isLate(now, by)) return null
  return before.waiting === null ? 'spot' : 'waitlist'
}

export type DeadlineRefusal = 'changed-meanwhile'
type DeadlineDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: DeadlineRefusal }

/** An officer sets a practice's own deadline in hours; null for the club's. @param facts.expected what they saw */
export function decideDeadline(facts: {
  current: number | null
  expected: number | null
  wanted: number | null
}): DeadlineDecision {
  const { current, expected, wanted } = facts
  if (wanted === current) return { outcome: 'unchanged' }
  return current === expected ? { outcome: 'changed' } : { outcome: 'refused', reason: 'changed-meanwhile' }
}
