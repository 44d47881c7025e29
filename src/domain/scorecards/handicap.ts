import { pointsOf, type Ring } from './faces.ts'

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
export type Shots = { arrows: number; shot: Shot }

/**
 * The handicap at which so many points are expected of these arrows, to a millionth; `bestHandicap` or `worstHandicap` for a
 * score beyond what these expect. The handicap of the tables is the next whole number above.
 */
export function handicapOf(points: number, shots: readonly Shots[]): number {
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
