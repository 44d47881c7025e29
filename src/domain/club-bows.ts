import type { BowType, EquipmentAnswer } from './profile.ts'

/** In the order in which officers see them. */
export const bowOrder = ['Recurve', 'Compound', 'Barebow', 'undecided'] as const satisfies BowType[]

export const equipmentOrder = ['Yes', 'No'] as const satisfies EquipmentAnswer[]

/** How officers see a member's bow type and equipment. */
export const bowNames: Record<BowType, string> = {
  Recurve: 'Recurve',
  Compound: 'Compound',
  Barebow: 'Barebow',
  undecided: 'Not sure',
}

export const equipmentNames: Record<EquipmentAnswer, string> = { Yes: 'Own', No: 'Needs a club bow' }

/** How many members coming to a practice need a club bow, by type. */
export type ClubBows = Record<BowType, number>

export const noClubBows: ClubBows = { Recurve: 0, Compound: 0, Barebow: 0, undecided: 0 }

/** `11 need a bow: 6 recurve, 2 compound, 3 not sure`; null if no one needs one. */
export function clubBowsInWords(bows: ClubBows) {
  const needed = bowOrder.filter((bow) => bows[bow] > 0)
  const total = needed.reduce((sum, bow) => sum + bows[bow], 0)
  if (total === 0) return null
  const kinds = needed.map((bow) => `${bows[bow]} ${bowNames[bow].toLowerCase()}`)
  return `${total} ${total === 1 ? 'needs' : 'need'} a bow: ${kinds.join(', ')}`
}
