import { handicapOf, shotOf } from './insight.ts'
import { isFull, kindOf, mostOf, type ScoredCard } from './results.ts'
import type { Setup } from './setup.ts'

/** Scores of one kind of round over time. Only complete cards with the same setup are compared. */
export type Trend = {
  setup: Setup
  /** The highest possible score. */
  most: number
  /** Oldest first. */
  cards: TrendCard[]
  /** The mean of all cards but the latest, for comparison; null for the first card. */
  before: number | null
}
export type TrendCard = { id: string; startedAt: string; total: number; handicap: number | null }

/** Kinds with several cards come first, and within that the most recent. */
export function trendsOf(lines: readonly ScoredCard[]): Trend[] {
  // Not every phone supports `Map.groupBy` yet.
  const kinds = new Map<string, ScoredCard[]>()
  for (const line of lines.filter(isFull))
    kinds.set(kindOf(line.setup), [...(kinds.get(kindOf(line.setup)) ?? []), line])
  return [...kinds.values()]
    .map((cards) => toTrend(cards.sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1))))
    .sort((a, b) => (latestOf(a) < latestOf(b) ? 1 : -1))
    .sort((a, b) => Number(a.before === null) - Number(b.before === null))
}

function latestOf({ cards }: Trend) {
  return cards.at(-1)?.startedAt ?? ''
}

function toTrend(lines: ScoredCard[]): Trend {
  const setup = (lines.at(-1) as ScoredCard).setup
  const cards = lines.map(({ id, startedAt, setup, summary: { total } }) => ({
    id,
    startedAt,
    total,
    handicap: handicapOfTotal(setup, total),
  }))
  const earlier = cards.slice(0, -1)
  const before = earlier.length === 0 ? null : earlier.reduce((sum, { total }) => sum + total, 0) / earlier.length
  return { setup, most: mostOf(setup), cards, before }
}

/** The handicap of a complete card; null without a distance. */
function handicapOfTotal(setup: Setup, total: number) {
  const shots = []
  for (let round = 0; round < setup.rounds; round++) {
    const shot = shotOf(setup, round)
    if (shot === null) return null
    shots.push({ arrows: setup.ends * setup.arrowsPerEnd, shot })
  }
  return handicapOf(total, shots)
}

/** The lowest and highest score to draw: those of the cards with 5% of the highest possible score around them. */
export function trendRange({ cards, most }: Pick<Trend, 'cards' | 'most'>): [lowest: number, highest: number] {
  const totals = cards.map(({ total }) => total)
  const room = most / 20
  return [Math.max(0, Math.min(...totals) - room), Math.min(most, Math.max(...totals) + room)]
}
