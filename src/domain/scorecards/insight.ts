import { type Arrow, placeOf, tableOf } from './card.ts'
import { type ArrowValue, clubRings, facesOn, pointsOf, type Ring, zoneOf } from './faces.ts'
import type { Point } from './group.ts'
import { arrowsOf, distanceOf, ringsOf, type Setup } from './setup.ts'

/** What a card says beyond its score, in mm on the true face whichever its mode. */

/** The club's ten has the size of the face's (design/archery.md A8); World Archery's places are in mm already. */
export function mmPerUnit({ mode, target }: Setup) {
  const ten = clubRings.find(({ value }) => value === 10)
  return mode === 'club' && ten ? zoneOf(target) / ten.radius : 1
}

export type Hit = Point & { face: number }

/** Those that have a place, from the centre of their face. */
export function hitsOf(setup: Setup, arrows: readonly (Arrow | null)[]): Hit[] {
  const scale = mmPerUnit(setup)
  return arrows.flatMap((arrow) =>
    arrow?.spot ? [{ face: arrow.spot.face, x: arrow.spot.x * scale, y: arrow.spot.y * scale }] : [],
  )
}

/** How a round was shot, for its handicap; null where nobody said how far. The club's rings take no line cutters. */
export function shotOf(setup: Setup, round: number): Shot | null {
  const distanceM = distanceOf(setup, round)
  if (distanceM === null) return null
  if (setup.mode === 'world-archery') return { rings: ringsOf(setup), distanceM, shaft: setup.arrowDiameter }
  const scale = mmPerUnit(setup)
  return { rings: clubRings.map(({ value, radius }) => ({ value, radius: radius * scale })), distanceM, shaft: 0 }
}

/** Of the arrows that are written down, each at its round's distance; null without any, or without a distance. */
export function handicapOfCard(setup: Setup, arrows: readonly (Arrow | null)[]): number | null {
  const perRound = arrowsOf(setup) / setup.rounds
  const shots = []
  for (let round = 0; round < setup.rounds; round++) {
    const count = arrows.slice(round * perRound, (round + 1) * perRound).filter((arrow) => arrow !== null).length
    if (count === 0) continue
    const shot = shotOf(setup, round)
    if (shot === null) return null
    shots.push({ arrows: count, shot })
  }
  return shots.length === 0 ? null : handicapOf(tableOf(setup, arrows).summary.total, shots)
}

/** An arrow a line, for tables of one's own. */
type ExportLine = {
  round: number
  end: number
  arrow: number
  called: ArrowValue
  /** What counts of it, which on a triple face may be less. */
  counts: ArrowValue
  face: number | null
  xMm: number | null
  yMm: number | null
  why: string
}

/** @param whys of each slot, as the card has them */
export function exportLines(setup: Setup, arrows: readonly (Arrow | null)[], whys: readonly string[]): ExportLine[] {
  const { rounds } = tableOf(setup, arrows)
  const scale = mmPerUnit(setup)
  return arrows.flatMap((arrow, slot) => {
    if (arrow === null) return []
    const { round, end, arrow: at } = placeOf(setup, slot)
    const { spot, value } = arrow
    return [
      {
        ...{ round: round + 1, end: end + 1, arrow: at + 1, called: value },
        counts: rounds[round]?.ends[end]?.values[at] ?? value,
        face: spot && facesOn(setup.target) > 1 ? spot.face + 1 : null,
        xMm: spot && hundredths(spot.x * scale),
        yMm: spot && hundredths(spot.y * scale),
        why: whys[slot] ?? '',
      },
    ]
  })
}

function hundredths(mm: number) {
  return Math.round(mm * 100) / 100
}

/**
 * The Archery GB handicap of 2023 (design/archery.md A6): lower is better. It takes an archer's arrows to spread evenly to all
 * sides, by an angle that grows with the handicap and a little with the distance.
 */

/** What of a round decides a handicap; lengths in mm but the distance. */
export type Shot = {
  /** From the innermost outward, as `worldArcheryRings` has them. */
  rings: readonly Ring[]
  distanceM: number
  /** The shaft's diameter. */
  shaft: number
}

/** The table's ends: nobody is better or worse than these. */
export const bestHandicap = 0
export const worstHandicap = 150

/** The spread's angle, in radians. */
export function angleOf(handicap: number, distanceM: number): number {
  return 5e-4 * 1.035 ** (handicap + 6) * Math.exp(0.00365 * distanceM)
}

/** What an arrow counts on average. */
export function expectedArrow(handicap: number, { rings, distanceM, shaft }: Shot): number {
  const spreadMm = distanceM * 1000 * angleOf(handicap, distanceM)
  let mean = pointsOf(rings[0]?.value ?? 0)
  for (const [i, { value, radius }] of rings.entries()) {
    const drop = pointsOf(value) - pointsOf(rings[i + 1]?.value ?? 0)
    if (drop > 0) mean -= drop * Math.exp(-(((shaft / 2 + radius) / spreadMm) ** 2))
  }
  return mean
}

/** So many arrows that were shot alike. */
type ShotsAlike = { arrows: number; shot: Shot }

/**
 * The handicap at which so many points are expected of these arrows, to a millionth; `bestHandicap` or `worstHandicap` for a
 * score beyond what these expect. The handicap of the tables is the next whole number above.
 */
export function handicapOf(points: number, shots: readonly ShotsAlike[]): number {
  const expected = (handicap: number) =>
    shots.reduce((sum, { arrows, shot }) => sum + arrows * expectedArrow(handicap, shot), 0)
  let [better, worse] = [bestHandicap, worstHandicap]
  if (points >= expected(better)) return better
  if (points <= expected(worse)) return worse
  while (worse - better > 1e-12 * worstHandicap) {
    const middle = (better + worse) / 2
    if (middle === better || middle === worse) break
    if (expected(middle) > points) better = middle
    else worse = middle
  }
  return (better + worse) / 2
}

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

type WholeCard = { id: string; setup: Setup; startedAt: string; summary: { total: number; arrows: number } }

/** What can be compared comes first, and of that the kind that was shot last. */
export function trendsOf(lines: readonly WholeCard[]): Trend[] {
  const whole = lines.filter(({ setup, summary }) => summary.arrows === arrowsOf(setup))
  // `Map.groupBy` is not on every phone yet.
  const kinds = new Map<string, WholeCard[]>()
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

function toTrend(lines: WholeCard[]): Trend {
  const setup = (lines.at(-1) as WholeCard).setup
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
