/**
 * Spots at a practice with an attendance limit are first come, first served. Later RSVPs join the waitlist, and a freed
 * spot goes to the first in line. Archers and drivers take one spot each.
 */

/** @param facts.placed how many have a spot @param facts.waiting how many are on the waitlist */
export function hasFreeSpot(facts: { limit: number | null; placed: number; waiting: number }) {
  // The waitlist comes first, even in the moment before a freed spot has been assigned.
  return facts.limit === null || (facts.waiting === 0 && facts.placed < facts.limit)
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
