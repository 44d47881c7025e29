/**
 * Target faces and what an arrow is worth where it sits. Club: the specification's rings by the arrow's centre, in its own units
 * (§9). World Archery: the faces' true zones in millimetres, by the edge of the shaft (design/archery.md A1 to A3).
 */

/** The specification's three first; the others belong to rounds of World Archery. */
export const targetTypes = ['60cm', '40cm Single', '40cm 3-Spot', '80cm', '122cm'] as const
export type TargetType = (typeof targetTypes)[number]

/** M, a miss, is 0, as the specification stores it. */
export type ArrowValue = 'X' | 10 | 9 | 8 | 7 | 6 | 5 | 4 | 3 | 2 | 1 | 0

/** From the centre outward: who is within the radius, and not within the one before, has the value. */
export type Ring = { value: ArrowValue; radius: number }

/** In the specification's units (§9); a radius itself is already outside. */
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

/** The width of a zone in mm: what the radius of the ten is. */
export function zoneOf(type: TargetType) {
  return diameters[type] / 20
}

export function facesOn(type: TargetType): 1 | 3 {
  return type === '40cm 3-Spot' ? 3 : 1
}

/**
 * A face's rings in mm, each to the outer edge of its line, which belongs to the higher zone. Of a triple face 5 to 1 are cut
 * off. Indoors a compound's ten is the inner one, and what is left of the gold is a 9.
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

/** Club: where the arrow's centre is, `distance` from the face's, in the specification's units. */
export function clubValue(distance: number): ArrowValue {
  return clubRings.find(({ radius }) => distance < radius)?.value ?? 0
}

export type Call = {
  value: ArrowValue
  /** How far the shaft reaches over the line of its ring, in mm; null for a miss. */
  intoMm: number | null
  /** The next better value, and how far the shaft is from it, in mm; null in the innermost ring. */
  next: { value: ArrowValue; shortMm: number } | null
}

/**
 * World Archery: a shaft that touches a line has the value inside of it.
 * @param distance of the shaft's centre from the face's, in mm
 * @param shaft its diameter in mm
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

/** What a value counts. */
export function pointsOf(value: ArrowValue): number {
  return value === 'X' ? 10 : value
}

type OnFace = { face: number; value: ArrowValue }

/**
 * What counts of an end: of two arrows or more in one of three faces the lowest only, the others are misses (A4). Where two are
 * equally low, the first of them counts. Arrows on one face for all count as they are.
 */
export function countedValues(arrows: readonly OnFace[], type: TargetType): ArrowValue[] {
  if (facesOn(type) === 1) return arrows.map(({ value }) => value)
  return arrows.map(({ face, value }, at) => {
    const beats = (other: OnFace, i: number) =>
      other.face === face && (rankOf(other.value) < rankOf(value) || (rankOf(other.value) === rankOf(value) && i < at))
    return arrows.some(beats) ? 0 : value
  })
}

/** X above 10. */
function rankOf(value: ArrowValue) {
  return value === 'X' ? 11 : value
}
