import { isOver, type Practice } from './practices.ts'

/** The replies that take a spot. */
export const rsvpKinds = ['archer', 'driver'] as const
export type RsvpKind = (typeof rsvpKinds)[number]

/** What a member can reply to a practice; no reply is null. */
export const replies = [...rsvpKinds, 'cant-come'] as const
export type Reply = (typeof replies)[number]

/** Whether the reply takes a spot, or waits for one. */
export function takesSpot(reply: Reply | null): reply is RsvpKind {
  return reply === 'archer' || reply === 'driver'
}

export type RsvpRefusal = 'practice-over' | 'practice-cancelled' | 'no-car'
type RsvpDecision = { outcome: 'saved' } | { outcome: 'refused'; reason: RsvpRefusal }

/**
 * Archer, driver, or can't come, one at a time, until the practice ends; a driver needs a car. Giving up a spot at a
 * canceled practice is allowed, but taking one is not.
 */
export function decideRsvp(facts: {
  practice: Practice
  answer: Reply | null
  hasCar: boolean
  now: string
}): RsvpDecision {
  const { practice, answer, hasCar, now } = facts
  if (isOver(practice, now)) return { outcome: 'refused', reason: 'practice-over' }
  if (takesSpot(answer) && practice.cancelledAt !== null) return { outcome: 'refused', reason: 'practice-cancelled' }
  if (answer === 'driver' && !hasCar) return { outcome: 'refused', reason: 'no-car' }
  return { outcome: 'saved' }
}

/** The seats that a driver offers to others; the car's capacity includes the driver. */
export function seatsOffered(carCapacity: number) {
  return Math.max(0, carCapacity - 1)
}
