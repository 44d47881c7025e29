/**
 * Statistics of a group of arrows: its center, its spread with a confidence interval, and whether its offset is
 * significant. Lengths in mm, right and up from the face's center; estimates divide by n - 1.
 */
export type Point = { x: number; y: number }

export type Ellipse = {
  /** Semi-axes. */
  major: number
  minor: number
  /** Of the major axis, in radians, counterclockwise from the right. */
  angle: number
}

export type Group = {
  arrows: number
  /** The mean point of impact. */
  centre: Point
  /** Mean distance from the center of the group. */
  meanRadius: number
  /** Distance between the two farthest arrows; grows with the number of arrows. */
  extremeSpread: number
  covariance: { xx: number; xy: number; yy: number }
  /** Standard deviation along one axis, assuming a circular spread, and its 95% confidence interval. */
  sigma: number
  sigmaInterval: [number, number]
  /** Radii that contain 50% and 95% of arrows, assuming a circular spread. */
  cep50: number
  r95: number
  /** The ellipse that contains 95% of arrows with this covariance. */
  ellipse95: Ellipse
}

/** Null for fewer than two arrows, which have no spread. */
export function groupOf(points: readonly Point[]): Group | null {
  const arrows = points.length
  if (arrows < 2) return null
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / arrows
  const centre = { x: mean(({ x }) => x), y: mean(({ y }) => y) }
  const unbiased = (of: (point: Point) => number) => (mean(of) * arrows) / (arrows - 1)
  const covariance = {
    xx: unbiased(({ x }) => (x - centre.x) ** 2),
    xy: unbiased(({ x, y }) => (x - centre.x) * (y - centre.y)),
    yy: unbiased(({ y }) => (y - centre.y) ** 2),
  }
  const variance = (covariance.xx + covariance.yy) / 2
  const sigma = Math.sqrt(variance)
  const freedom = 2 * (arrows - 1)
  const bound = (share: number) => Math.sqrt((freedom * variance) / chiSquared(share, freedom))
  return {
    arrows,
    centre,
    meanRadius: mean((point) => distance(point, centre)),
    extremeSpread: Math.max(...points.flatMap((a, i) => points.slice(i + 1).map((b) => distance(a, b)))),
    covariance,
    sigma,
    sigmaInterval: [bound(0.975), bound(0.025)],
    cep50: sigma * Math.sqrt(Math.log(4)),
    r95: sigma * Math.sqrt(chiSquared(0.95, 2)),
    ellipse95: ellipseOf(covariance, chiSquared(0.95, 2)),
  }
}

/** Minimum number of arrows for a sight correction, and the significance level of the offset. */
export const fewestForCorrection = 12
const chance = 0.01

export type Correction = {
  /** How far to move the sight at the bow, toward the group. */
  move: Point
  /** The p-value: probability of such an offset by chance. */
  likelihood: number
}

/**
 * The sight correction for a group with a significant offset (Hotelling's T²); null if it is not significant or there
 * are too few arrows.
 * @param eyeToSight in mm
 * @param distanceM to the face, in meters
 */
export function sightCorrection(
  points: readonly Point[],
  { eyeToSight, distanceM }: { eyeToSight: number; distanceM: number },
): Correction | null {
  const group = groupOf(points)
  if (group === null || group.arrows < fewestForCorrection) return null
  const likelihood = likelihoodOfOffset(group)
  if (likelihood >= chance) return null
  const scale = eyeToSight / (distanceM * 1000)
  return { move: { x: group.centre.x * scale, y: group.centre.y * scale }, likelihood }
}

/** The p-value of the offset, given the group's own spread: 0 to 1. */
export function likelihoodOfOffset({ arrows, centre: { x, y }, covariance: { xx, xy, yy } }: Group): number {
  if (arrows < 3) return 1
  const determinant = xx * yy - xy * xy
  if (determinant <= 0) return x === 0 && y === 0 ? 1 : 0
  const squared = (arrows * (yy * x * x - 2 * xy * x * y + xx * y * y)) / determinant
  // The tail of F with 2 and n - 2 degrees of freedom has a closed form.
  return (1 + squared / (arrows - 1)) ** (-(arrows - 2) / 2)
}

function ellipseOf({ xx, xy, yy }: Group['covariance'], chi: number): Ellipse {
  const middle = (xx + yy) / 2
  const apart = Math.hypot((xx - yy) / 2, xy)
  return {
    major: Math.sqrt((middle + apart) * chi),
    minor: Math.sqrt(Math.max(0, middle - apart) * chi),
    angle: Math.atan2(2 * xy, xx - yy) / 2,
  }
}

/** The quantile of the chi-squared distribution; `freedom` must be even, so that its distribution is a finite sum. */
export function chiSquared(share: number, freedom: number): number {
  let [low, high] = [0, freedom + 100 + 20 * Math.sqrt(freedom)]
  for (;;) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) return middle
    if (shareBelow(middle, freedom) < share) low = middle
    else high = middle
  }
}

function shareBelow(value: number, freedom: number) {
  let term = Math.exp(-value / 2)
  let above = term
  for (let k = 1; k < freedom / 2; k++) {
    term *= value / 2 / k
    above += term
  }
  return 1 - above
}

function distance(a: Point, b: Point) {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
