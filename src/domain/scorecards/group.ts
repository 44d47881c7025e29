/**
 * What a group of arrows says of its archer (design/archery.md A7): its middle, how wide it is and how sure that is, and whether
 * it is off for more than chance. Lengths in mm, from the face's centre to the right and up; estimates divide by n − 1.
 */
export type Point = { x: number; y: number }

export type Ellipse = {
  /** Half-axes. */
  major: number
  minor: number
  /** Of the longer axis, in radians, counter-clockwise from the right. */
  angle: number
}

export type Group = {
  arrows: number
  /** The mean point of impact. */
  centre: Point
  /** Mean distance from it. */
  meanRadius: number
  /** The two farthest apart; grows with the number of arrows. */
  extremeSpread: number
  covariance: { xx: number; xy: number; yy: number }
  /** The standard deviation along one axis, spread alike to all sides, and the interval that has it in 95 of 100 groups. */
  sigma: number
  sigmaInterval: [number, number]
  /** Radii within which half and 95 % of such arrows fall. */
  cep50: number
  r95: number
  /** Within which 95 % of such arrows fall, spread as these are. */
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

/** A sight is moved for no fewer arrows than these, nor for an offset that chance alone makes in more groups than this share. */
export const fewestForCorrection = 12
const chance = 0.01

export type Correction = {
  /** How far the sight moves at the bow, towards the group. */
  move: Point
  /** The share of groups without an offset that would look as far off as this one. */
  likelihood: number
}

/**
 * How to move the sight, where the group is off for more than chance (Hotelling's T²); null where it is not, or where there are
 * too few arrows to tell.
 * @param eyeToSight in mm
 * @param distanceM to the face, in m
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

/** How often chance alone puts a group of a centred archer as far off as this, measured by its own spread: 0 to 1. */
export function likelihoodOfOffset({ arrows, centre: { x, y }, covariance: { xx, xy, yy } }: Group): number {
  if (arrows < 3) return 1
  const determinant = xx * yy - xy * xy
  if (determinant <= 0) return x === 0 && y === 0 ? 1 : 0
  const squared = (arrows * (yy * x * x - 2 * xy * x * y + xx * y * y)) / determinant
  // F on 2 and n − 2 degrees of freedom has its tail in closed form.
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

/** The value below which this share of χ² lies; `freedom` must be even, for which its distribution is a finite sum. */
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
