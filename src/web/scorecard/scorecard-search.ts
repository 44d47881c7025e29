/** Which card is open. */
export type ScorecardSearch = { card?: string }

export function readScorecardSearch(search: Record<string, unknown>): ScorecardSearch {
  // The router reads a value of digits alone as a number.
  const card = typeof search.card === 'number' ? String(search.card) : search.card
  return typeof card === 'string' && /^[\w-]{8,64}$/.test(card) ? { card } : {}
}
