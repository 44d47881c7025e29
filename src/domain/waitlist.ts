import { isLate } from './reply-deadline.ts'

/**
 * Spots at a practice with an attendance limit are first come, first served. Later RSVPs join the waitlist, and a freed
 * spot goes to the first in line, until the club's cut-off: after it, no one is given a spot that they may not notice
 * anymore, and a free one goes to the first who presses for it, from the waitlist or not. Archers and drivers take one
 * spot each.
 */

/** Whether the cut-off has passed. @param until when the waitlist last moves up; null for the whole time */
export function isCutOff(until: string | null, now: string) {
  return isLate(now, until)
}

type Spots = {
  limit: number | null
  /** How many have a spot. */
  placed: number
  /** How many are on the waitlist. */
  waiting: number
  /** Of isCutOff. */
  cutOff: boolean
}

export function hasFreeSpot({ limit, placed, waiting, cutOff }: Spots) {
  // Before the cut-off the waitlist comes first, even in the moment before a freed spot has been assigned.
  return limit === null || (placed < limit && (cutOff || waiting === 0))
}

/**
 * The position on the waitlist of someone who replies that they come; null with a spot. Who has a spot keeps it, and who
 * waits keeps their position, unless the cut-off has passed and a spot is free.
 * @param facts.before their position so far, null with a spot; undefined without such a reply
 * @param facts.last the last position on the waitlist; 0 if it's empty
 */
export function placeOfReply(facts: Spots & { before: number | null | undefined; last: number }) {
  const { before, last, cutOff } = facts
  if (before === null) return null
  if (before !== undefined && !cutOff) return before
  return hasFreeSpot(facts) ? null : (before ?? last + 1)
}

/**
 * Who moves up, in order; everyone if there is no limit. A limit below the number of spots taken removes no one.
 * @param facts.waiting the waitlist, first in line first
 */
export function nextToPromote<Waiting>(facts: { limit: number | null; placed: number; waiting: Waiting[] }): Waiting[] {
  const free = facts.limit === null ? facts.waiting.length : Math.max(0, facts.limit - facts.placed)
  return facts.waiting.slice(0, free)
}

export type ReorderRefusal = 'list-changed'

type ReorderDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: ReorderRefusal }

/**
 * An officer reorders the waitlist. Refused if someone has joined or left since, so that no one is overlooked.
 * @param facts.current the current waitlist in order
 * @param facts.wanted the same people in the new order
 */
export function decideReorder(facts: { current: string[]; wanted: string[] }): ReorderDecision {
  const { current, wanted } = facts
  if (current.toSorted().join() !== wanted.toSorted().join()) return { outcome: 'refused', reason: 'list-changed' }
  return { outcome: current.every((id, i) => id === wanted[i]) ? 'unchanged' : 'changed' }
}
