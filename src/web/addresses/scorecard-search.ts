/** Which card is open, or the code to join one as a second scorer: empty until it has been typed. */
export type ScorecardSearch = { card?: string; join?: string }

export function readScorecardSearch(search: Record<string, unknown>): ScorecardSearch {
  // The router parses a value that is all digits as a number.
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)
  const [card, join] = [text(search.card), text(search.join)]
  if (typeof card === 'string' && /^[\w-]{8,64}$/.test(card)) return { card }
  return typeof join === 'string' ? { join: join.slice(0, 40) } : {}
}
