import type { BowType } from '#domain/profile.ts'
import { type Ring, type TargetType, worldArcheryRings } from './faces.ts'

/** What a card is shot by (specification §3, §5, §9; D43). It never changes once the card has begun. */
export type Setup = {
  mode: Mode
  /** A preset's name, or what the archer calls it. */
  name: string
  target: TargetType
  /** Of the shafts, in mm. */
  arrowDiameter: number
  rounds: number
  ends: number
  arrowsPerEnd: number
  /** In m: none said, one for all rounds, or one for each. */
  distances: number[]
  bow: BowType | null
}

/** `club`: the specification's rings, by the arrow's centre. `world-archery`: true faces, by the shaft's edge (D43). */
export const modes = ['club', 'world-archery'] as const
export type Mode = (typeof modes)[number]

/** At most; what is at least is 1 (§5). */
export const most = { rounds: 10, ends: 40, arrowsPerEnd: 6, arrows: 360, distance: 200, name: 40 }

export function arrowsOf({ rounds, ends, arrowsPerEnd }: Pick<Setup, 'rounds' | 'ends' | 'arrowsPerEnd'>) {
  return rounds * ends * arrowsPerEnd
}

/** In m, of a round counted from 0; null where it was not said. */
export function distanceOf({ distances }: Setup, round: number): number | null {
  return distances[round] ?? distances[0] ?? null
}

/** Indoors a compound's ten is the inner one (A1). */
export function hasInnerTenOnly({ mode, bow, target }: Setup) {
  return mode === 'world-archery' && bow === 'Compound' && target !== '80cm' && target !== '122cm'
}

/** Of a card by World Archery's rules, in mm. */
export function ringsOf(setup: Setup): Ring[] {
  return worldArcheryRings(setup.target, { innerTenOnly: hasInnerTenOnly(setup) })
}
