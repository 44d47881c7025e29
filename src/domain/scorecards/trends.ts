import { pointsOf, type Ring } from './faces.ts'
import { handicapOf } from './handicap.ts'
import { shotOf } from './insight.ts'
import { arrowsOf, ringsOf, type Setup } from './setup.ts'

/** How rounds of one kind went over time. Only whole cards are compared, and only with those shot alike. */
export type Trend = {
  setup: Setup
  /** The most that can be shot. */
  most: number
  /** The first shot first. */
  cards: TrendCard[]
  /** The mean of all cards but the latest: what it is to be held against; null for a first one. */
  before: number | null
}
export type TrendCard = { id: string; startedAt: string; total: number; handicap: number | null }

type Line = { id: string; setup: Setup; startedAt: string; summary: { total: number; arrows: number } }

/** What can be compared comes first, and of that the kind that was shot last. */
export function trendsOf(lines: readonly Line[]): Trend[] {
  const whole = lines.filter(({ setup, summary }) => summary.arrows === arrowsOf(setup))
  // `Map.groupBy` is not on every phone yet.
  const kinds = new Map<string, Line[]>()
  for (const line of whole) kinds.set(kindOf(line.setup), [...(kinds.get(kindOf(line.setup)) ?? []), line])
  return [...kinds.values()]
    .map((cards) => toTrend(cards.sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1))))
    .sort((a, b) => (latestOf(a) < latestOf(b) ? 1 : -1))
    .sort((a, b) => Number(a.before === null) - Number(b.before === null))
}

function latestOf({ cards }: Trend) {
  return cards.at(-1)?.startedAt ?? ''
}

/** A thicker shaft or another name does not make it another round; another bow does. */
function kindOf({ mode, target, rounds, ends, arrowsPerEnd, distances, bow }: Setup) {
  const each = Array.from({ length: rounds }, (_, round) => distances[round] ?? distances[0] ?? null)
  return JSON.stringify([mode, target, rounds, ends, arrowsPerEnd, each, bow])
}

function toTrend(lines: Line[]): Trend {
  const setup = (lines.at(-1) as Line).setup
  const cards = lines.map(({ id, startedAt, setup, summary: { total } }) => ({
    ...{ id, startedAt, total },
    handicap: handicapOfTotal(setup, total),
  }))
  const earlier = cards.slice(0, -1)
  const before = earlier.length === 0 ? null : earlier.reduce((sum, { total }) => sum + total, 0) / earlier.length
  return { setup, most: arrowsOf(setup) * bestOf(setup), cards, before }
}

function bestOf(setup: Setup) {
  const best: Ring | undefined = setup.mode === 'club' ? undefined : ringsOf(setup)[0]
  return best ? pointsOf(best.value) : 10
}

/** Of a whole card; null where nobody said how far. */
function handicapOfTotal(setup: Setup, total: number) {
  const shots = []
  for (let round = 0; round < setup.rounds; round++) {
    const shot = shotOf(setup, round)
    if (shot === null) return null
    shots.push({ arrows: setup.ends * setup.arrowsPerEnd, shot })
  }
  return handicapOf(total, shots)
}
