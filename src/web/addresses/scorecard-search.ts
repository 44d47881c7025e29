/** Which card is open, or whose is to be kept: a code, empty while it is still to be typed. */
export type ScorecardSearch = { card?: string; join?: string }

export function readScorecardSearch(search: Record<string, unknown>): ScorecardSearch {
  // The router reads a value of digits alone as a number.
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)
  const [card, join] = [text(search.card), text(search.join)]
  if (typeof card === 'string' && /^[\w-]{8,64}$/.test(card)) return { card }
  return typeof join === 'string' ? { join: join.slice(0, 40) } : {}
}
