import type { BowType } from '#domain/profile.ts'
import { type Ring, type TargetType, worldArcheryRings } from './faces.ts'

/** The setup of a card. It never changes after the card is created. */
export type Setup = {
  mode: Mode
  /** Name of a preset, or the archer's own. */
  name: string
  target: TargetType
  /** Diameter of the shafts, in mm. */
  arrowDiameter: number
  rounds: number
  ends: number
  arrowsPerEnd: number
  /** In meters: empty, one for all rounds, or one for each. */
  distances: number[]
  bow: BowType | null
}

/** `club`: the club's rings, scored by the arrow's center. `world-archery`: true faces, scored by the shaft's edge. */
export const modes = ['club', 'world-archery'] as const
export type Mode = (typeof modes)[number]

/** Upper limits; the lower limit is always 1. */
export const most = { rounds: 10, ends: 40, arrowsPerEnd: 6, arrows: 360, distance: 200, name: 40 }

/** The name of a setup that is none of the presets. */
export const customRound = 'Custom round'

export function arrowsOf({ rounds, ends, arrowsPerEnd }: Pick<Setup, 'rounds' | 'ends' | 'arrowsPerEnd'>) {
  return rounds * ends * arrowsPerEnd
}

/** In meters, for a round counted from 0; null if not specified. */
export function distanceOf({ distances }: Setup, round: number): number | null {
  return distances[round] ?? distances[0] ?? null
}

/** Indoors, only the inner ten counts as ten for compound bows. */
export function hasInnerTenOnly({ mode, bow, target }: Setup) {
  return mode === 'world-archery' && bow === 'Compound' && target !== '80cm' && target !== '122cm'
}

/** The rings of a World Archery card, in mm. */
export function ringsOf(setup: Setup): Ring[] {
  return worldArcheryRings(setup.target, { innerTenOnly: hasInnerTenOnly(setup) })
}
