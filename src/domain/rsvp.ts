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
 * Archer, driver, or can't come, one at a time, until the practice ends; a driver needs a car. Giving up a spot at a canceled
 * practice is allowed, taking one is not.
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

/** The seats that a driver offers to others: the car's capacity counts the driver (D28). */
export function seatsOffered(carCapacity: number) {
  return Math.max(0, carCapacity - 1)
}

/**
 * Places at a practice with an attendance limit (D29): they go in the order of answering, whoever comes later waits, and a
 * freed place goes to the first who waits. Archers and drivers take one place each.
 */

/** @param facts.placed how many have a place; @param facts.waiting how many wait for one */
export function hasFreeSpot(facts: { limit: number | null; placed: number; waiting: number }) {
  // Whoever waits comes first, also in the moment before a freed place has found them.
  return facts.limit === null || (facts.waiting === 0 && facts.placed < facts.limit)
}

/**
 * Who moves up, in their order; without a limit everybody. A limit below those who have a place takes none of theirs.
 * @param facts.waiting those who wait, the first one first
 */
export function nextToPromote<Waiting>(facts: { limit: number | null; placed: number; waiting: Waiting[] }): Waiting[] {
  const free = facts.limit === null ? facts.waiting.length : Math.max(0, facts.limit - facts.placed)
  return facts.waiting.slice(0, free)
}

export type ReorderRefusal = 'list-changed'
type ReorderDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: ReorderRefusal }

/**
 * An officer puts those who wait in another order. Whoever joined or left the list meanwhile must not be overlooked.
 * @param facts.current those who wait now, the first one first; @param facts.wanted the same people in their new order
 */
export function decideReorder(facts: { current: string[]; wanted: string[] }): ReorderDecision {
  const { current, wanted } = facts
  if (current.toSorted().join() !== wanted.toSorted().join()) return { outcome: 'refused', reason: 'list-changed' }
  return { outcome: current.every((id, i) => id === wanted[i]) ? 'unchanged' : 'changed' }
}
