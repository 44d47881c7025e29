import { type Arrow, placeOf, tableOf } from './card.ts'
import { type ArrowValue, clubRings, facesOn, pointsOf, type Ring, zoneOf } from './faces.ts'
import type { Point } from './group.ts'
import { arrowsOf, distanceOf, ringsOf, type Setup } from './setup.ts'

/** Analysis of a card beyond its score, in mm on the true face in either mode. */

/** Scales club units so that the club's ten is as large as the face's; World Archery mode already uses mm. */
export function mmPerUnit({ mode, target }: Setup) {
  const ten = clubRings.find(({ value }) => value === 10)
  return mode === 'club' && ten ? zoneOf(target) / ten.radius : 1
}

export type Hit = Point & { face: number }

/** Arrows with a spot, relative to the center of their face. */
export function hitsOf(setup: Setup, arrows: readonly (Arrow | null)[]): Hit[] {
  const scale = mmPerUnit(setup)
  return arrows.flatMap((arrow) =>
    arrow?.spot ? [{ face: arrow.spot.face, x: arrow.spot.x * scale, y: arrow.spot.y * scale }] : [],
  )
}

/**
 * How a round was shot, for its handicap; null without a distance. Club rings score by the arrow's center, so the shaft
 * is 0.
 */
export function shotOf(setup: Setup, round: number): Shot | null {
  const distanceM = distanceOf(setup, round)
  if (distanceM === null) return null
  if (setup.mode === 'world-archery') return { rings: ringsOf(setup), distanceM, shaft: setup.arrowDiameter }
  const scale = mmPerUnit(setup)
  return { rings: clubRings.map(({ value, radius }) => ({ value, radius: radius * scale })), distanceM, shaft: 0 }
}

/**
 * Handicap of the arrows entered so far, each at its round's distance: the exact one, and that of the published tables.
 * Null without arrows or without a distance.
 */
export function handicapOfCard(
  setup: Setup,
  arrows: readonly (Arrow | null)[],
): { exact: number; inTables: number } | null {
  const perRound = arrowsOf(setup) / setup.rounds
  const shots = []
  for (let round = 0; round < setup.rounds; round++) {
    const count = arrows.slice(round * perRound, (round + 1) * perRound).filter((arrow) => arrow !== null).length
    if (count === 0) continue
    const shot = shotOf(setup, round)
    if (shot === null) return null
    shots.push({ arrows: count, shot })
  }
  if (shots.length === 0) return null
  const { total } = tableOf(setup, arrows).summary
  return { exact: handicapOf(total, shots), inTables: handicapInTables(total, shots) }
}

/** One row per arrow, for spreadsheets. */
type ExportLine = {
  round: number
  end: number
  arrow: number
  called: ArrowValue
  /** The scored value, which may be lower on a triple face. */
  counts: ArrowValue
  face: number | null
  xMm: number | null
  yMm: number | null
  why: string
}

/** @param whys the reason of each slot, as stored on the card */
export function exportLines(setup: Setup, arrows: readonly (Arrow | null)[], whys: readonly string[]): ExportLine[] {
  const { rounds } = tableOf(setup, arrows)
  const scale = mmPerUnit(setup)
  return arrows.flatMap((arrow, slot) => {
    if (arrow === null) return []
    const { round, end, arrow: at } = placeOf(setup, slot)
    const { spot, value } = arrow
    return [
      {
        round: round + 1,
        end: end + 1,
        arrow: at + 1,
        called: value,
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
 * The Archery GB handicap of 2023: lower is better. It models an archer's arrows as a circular normal distribution
 * whose angular spread grows with the handicap and slightly with the distance.
 */

/** The parameters of a round that determine its handicap. Lengths in mm, except the distance. */
export type Shot = {
  /** From the innermost outward, as in `worldArcheryRings`. */
  rings: readonly Ring[]
  distanceM: number
  /** Diameter of the shaft. */
  shaft: number
}

/** The range of the handicap table. */
export const bestHandicap = 0
export const worstHandicap = 150

/** Angular spread, in radians. */
export function angleOf(handicap: number, distanceM: number): number {
  return 5e-4 * 1.035 ** (handicap + 6) * Math.exp(0.00365 * distanceM)
}

/** Expected score of one arrow. */
export function expectedArrow(handicap: number, { rings, distanceM, shaft }: Shot): number {
  const spreadMm = distanceM * 1000 * angleOf(handicap, distanceM)
  let mean = pointsOf(rings[0]?.value ?? 0)
  for (const [i, { value, radius }] of rings.entries()) {
    const drop = pointsOf(value) - pointsOf(rings[i + 1]?.value ?? 0)
    if (drop > 0) mean -= drop * Math.exp(-(((shaft / 2 + radius) / spreadMm) ** 2))
  }
  return mean
}

/** A number of arrows shot under the same conditions. */
type ShotsAlike = { arrows: number; shot: Shot }

function expectedScore(handicap: number, shots: readonly ShotsAlike[]) {
  return shots.reduce((sum, { arrows, shot }) => sum + arrows * expectedArrow(handicap, shot), 0)
}

/**
 * The whole handicap that Archery GB's tables give for this score. They list the expected score of each handicap,
 * rounded up. Where several handicaps have the same score, the highest counts; a score between two handicaps has the
 * higher one.
 */
export function handicapInTables(points: number, shots: readonly ShotsAlike[]): number {
  const listed = (handicap: number) => Math.ceil(expectedScore(handicap, shots))
  if (listed(bestHandicap) < points) return bestHandicap
  let handicap = bestHandicap
  while (handicap < worstHandicap && listed(handicap + 1) >= points) handicap++
  return listed(handicap) === points ? handicap : Math.min(handicap + 1, worstHandicap)
}

/**
 * The handicap at which these arrows have this expected score, to a millionth; clamped to `bestHandicap` and
 * `worstHandicap`.
 */
export function handicapOf(points: number, shots: readonly ShotsAlike[]): number {
  const expected = (handicap: number) => expectedScore(handicap, shots)
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
