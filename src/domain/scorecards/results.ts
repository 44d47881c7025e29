import { type Arrow, tableOf } from './card.ts'
import { pointsOf } from './faces.ts'
import { arrowsOf, distanceOf, ringsOf, type Setup } from './setup.ts'

/** What a full card amounts to, and how it compares with the archer's other cards of the same kind of round. */

export type ScoredCard = { id: string; setup: Setup; startedAt: string; summary: { total: number; arrows: number } }

export function isFull({ setup, summary }: Pick<ScoredCard, 'setup' | 'summary'>) {
  return summary.arrows === arrowsOf(setup)
}

/** The highest possible score of a round. */
export function mostOf(setup: Setup) {
  const inner = setup.mode === 'club' ? undefined : ringsOf(setup)[0]
  return arrowsOf(setup) * (inner ? pointsOf(inner.value) : 10)
}

/** Equal for cards that can be compared: a different shaft or name is still the same kind of round, a different bow is not. */
export function kindOf(setup: Setup) {
  const { mode, target, rounds, ends, arrowsPerEnd, bow } = setup
  const distances = Array.from({ length: rounds }, (_, round) => distanceOf(setup, round))
  return JSON.stringify([mode, target, rounds, ends, arrowsPerEnd, distances, bow])
}

/** Points per arrow entered, misses included; null without any. */
export function averageOf({ total, arrows }: ScoredCard['summary']) {
  return arrows === 0 ? null : total / arrows
}

/** The first of the ends with the highest sum; `round` and `end` count from 0. */
export function bestEndOf(setup: Setup, arrows: readonly (Arrow | null)[]) {
  const ends = tableOf(setup, arrows).rounds.flatMap(({ ends }, round) =>
    ends.map(({ sum }, end) => ({ round, end, sum })),
  )
  return ends.reduce((best, each) => (each.sum > best.sum ? each : best))
}

/** The ids of the cards that are the best of their kind. The first one to reach a score holds it; a kind's only card doesn't count. */
export function personalBests(cards: readonly ScoredCard[]): Set<string> {
  const best = new Map<string, { id: string; several: boolean }>()
  for (const card of cards.filter(isFull).sort(bestFirst)) {
    const kind = kindOf(card.setup)
    const held = best.get(kind)
    best.set(kind, { id: held?.id ?? card.id, several: held !== undefined })
  }
  return new Set([...best.values()].filter(({ several }) => several).map(({ id }) => id))
}

export type Standing =
  /** No other full card of this kind; `ofName`: and none of another kind with this name, such as with a different bow. */
  | { is: 'first'; ofName: boolean }
  /** `before` is the best of the others. */
  | { is: 'best'; before: number }
  /** `best` is the card that holds the personal best, with the same total or a higher one. */
  | { is: 'equal' | 'below'; best: ScoredCard }

/** How a full card compares with the archer's other full cards of its kind, shot before or after it. */
export function standingOf(card: ScoredCard, cards: readonly ScoredCard[]): Standing {
  const kind = kindOf(card.setup)
  const full = cards.filter((each) => each.id !== card.id && isFull(each))
  const others = full.filter(({ setup }) => kindOf(setup) === kind)
  const [best, next] = [...others, card].sort(bestFirst) as [ScoredCard, ScoredCard?]
  if (next === undefined) return { is: 'first', ofName: !full.some(({ setup }) => setup.name === card.setup.name) }
  if (best === card) return { is: 'best', before: next.summary.total }
  return { is: best.summary.total === card.summary.total ? 'equal' : 'below', best }
}

function bestFirst(one: ScoredCard, other: ScoredCard) {
  return other.summary.total - one.summary.total || (one.startedAt < other.startedAt ? -1 : 1)
}
