import type { Practice } from './practices.ts'
import { isOver } from './practices.ts'

export const rsvpKinds = ['archer', 'driver'] as const
export type RsvpKind = (typeof rsvpKinds)[number]

export type RsvpRefusal = 'practice-over' | 'practice-cancelled' | 'no-car'
export type RsvpDecision = { outcome: 'saved' } | { outcome: 'refused'; reason: RsvpRefusal }

/**
 * Archer or driver, never both, until the practice ends; a driver needs a car (specification §4, D28). Withdrawing from a
 * cancelled practice is allowed, answering it is not.
 */
export function decideRsvp(facts: {
  practice: Practice
  answer: RsvpKind | null
  hasCar: boolean
  now: string
}): RsvpDecision {
  const { practice, answer, hasCar, now } = facts
  if (isOver(practice, now)) return { outcome: 'refused', reason: 'practice-over' }
  if (answer !== null && practice.cancelledAt !== null) return { outcome: 'refused', reason: 'practice-cancelled' }
  if (answer === 'driver' && !hasCar) return { outcome: 'refused', reason: 'no-car' }
  return { outcome: 'saved' }
}

/** The seats that a driver offers to others: the car's capacity counts the driver (D28). */
export function seatsOffered(carCapacity: number) {
  return Math.max(0, carCapacity - 1)
}
