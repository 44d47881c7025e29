/**
 * Target faces, and the value of an arrow by its position. Club mode: simple rings in club units, scored by the arrow's
 * center. World Archery mode: the true zones in mm, scored by the edge of the shaft.
 */

/** The first three are the club's; the others are for World Archery rounds. */
export const targetTypes = ['60cm', '40cm Single', '40cm 3-Spot', '80cm', '122cm'] as const
export type TargetType = (typeof targetTypes)[number]

/** A miss (M) is stored as 0. */
export type ArrowValue = 'X' | 10 | 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0

/** From the center outward: an arrow has the value of the smallest ring that contains it. */
export type Ring = { value: ArrowValue; radius: number }

/** In club units; an arrow exactly on the radius is outside. */
export const clubRings: readonly Ring[] = [
  { value: 'X', radius: 15 },
  { value: 10, radius: 30 },
  { value: 9, radius: 45 },
  { value: 8, radius: 60 },
  { value: 7, radius: 75 },
]

/** Diameters in mm. */
const diameters: Record<TargetType, number> = {
  '60cm': 600,
  '40cm Single': 400,
  '40cm 3-Spot': 400,
  '80cm': 800,
  '122cm': 1220,
}

/** Width of a scoring zone in mm, which equals the radius of the ten. */
export function zoneOf(type: TargetType) {
  return diameters[type] / 20
}

export function facesOn(type: TargetType): 1 | 3 {
  return type === '40cm 3-Spot' ? 3 : 1
}

/**
 * A face's rings in mm, to the outer edge of each line, which belongs to the higher zone. A triple face has no rings 5
 * to 1. Indoors, only the inner ring is a ten for compound bows, and the rest of the gold scores 9.
 */
export function worldArcheryRings(type: TargetType, { innerTenOnly }: { innerTenOnly: boolean }): Ring[] {
  const zone = zoneOf(type)
  const lowest = facesOn(type) === 3 ? 6 : 1
  const outer = ([9, 8, 7, 6, 5, 4, 3, 2, 1] as const)
    .filter((value) => value >= lowest)
    .map((value) => ({ value, radius: (11 - value) * zone }))
  return innerTenOnly
    ? [{ value: 10, radius: zone / 2 }, ...outer]
    : [{ value: 'X', radius: zone / 2 }, { value: 10, radius: zone }, ...outer]
}

/** Club mode, by the distance between the centers of arrow and face, in club units. */
export function clubValue(distance: number): ArrowValue {
  return clubRings.find(({ radius }) => distance < radius)?.value ?? 0
}

export type Call = {
  value: ArrowValue
  /** How far the shaft reaches inside its ring, in mm; null for a miss. */
  intoMm: number | null
  /** The next higher value and how far the shaft is from it, in mm; null in the innermost ring. */
  next: { value: ArrowValue; shortMm: number } | null
}

/**
 * World Archery mode: a shaft that touches a line scores the higher value.
 * @param distance from the center of the face to that of the shaft, in mm
 * @param shaft diameter in mm
 */
export function worldArcheryCall(distance: number, shaft: number, rings: readonly Ring[]): Call {
  const edge = distance - shaft / 2
  const at = rings.findIndex(({ radius }) => edge <= radius)
  const own = rings[at]
  const better = at === -1 ? rings.at(-1) : rings[at - 1]
  return {
    value: own?.value ?? 0,
    intoMm: own ? own.radius - edge : null,
    next: better ? { value: better.value, shortMm: edge - better.radius } : null,
  }
}

/** Points of a value: an X counts 10. */
export function pointsOf(value: ArrowValue): number {
  return value === 'X' ? 10 : value
}

type OnFace = { face: number; value: ArrowValue }

/**
 * The scored values of an end. If two or more arrows hit the same spot of a triple face, only the lowest scores (the
 * first of equal ones), and the others are misses. On a single face, every arrow scores.
 */
export function countedValues(arrows: readonly OnFace[], type: TargetType): ArrowValue[] {
  if (facesOn(type) === 1) return arrows.map(({ value }) => value)
  return arrows.map(({ face, value }, at) => {
    const beats = (other: OnFace, i: number) =>
      other.face === face && (rankOf(other.value) < rankOf(value) || (rankOf(other.value) === rankOf(value) && i < at))
    return arrows.some(beats) ? 0 : value
  })
}

/** Ranks X above 10. */
function rankOf(value: ArrowValue) {
  return value === 'X' ? 11 : value
}
