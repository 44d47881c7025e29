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
export type ReorderDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: ReorderRefusal }

/**
 * An officer puts those who wait in another order. Whoever joined or left the list meanwhile must not be overlooked.
 * @param facts.current those who wait now, the first one first; @param facts.wanted the same people in their new order
 */
export function decideReorder(facts: { current: string[]; wanted: string[] }): ReorderDecision {
  const { current, wanted } = facts
  if (current.toSorted().join() !== wanted.toSorted().join()) return { outcome: 'refused', reason: 'list-changed' }
  return { outcome: current.every((id, i) => id === wanted[i]) ? 'unchanged' : 'changed' }
}
