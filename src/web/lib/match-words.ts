import { wordsOf } from '#domain/clean-text.ts'

/**
 * What begins with the typed text comes first, then what has words that begin with it, then what contains it; among
 * those that begin with it, the word of which the most is typed. Otherwise they stay in their order.
 */
export function sortByMatch<Found>(found: Found[], typed: string, nameOf: (each: Found) => string): Found[] {
  const wanted = wordsOf(typed)
  const ranked = found.map((each) => ({ each, rank: rankOf(wanted, wordsOf(nameOf(each))) }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ each }) => each)
}

/** More than the letters of any name. */
const step = 10_000

function rankOf(wanted: string[], words: string[]) {
  const first = wanted[0] ?? ''
  const at = words.findIndex((word) => word.startsWith(first))
  if (at < 0 || !wanted.every((start) => words.some((word) => word.startsWith(start)))) return 2 * step
  const untyped = (words[at] ?? '').length - first.length
  return at === 0 ? untyped : step + untyped
}
