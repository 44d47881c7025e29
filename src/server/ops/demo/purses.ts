import type { PersonKey, PlannedPractice } from './events.ts'
import type { DemoPerson } from './plan-people.ts'

/** What somebody has at a point of the plan, so that it sells them passes and practices when they need some. */
export type Purse = { dayPasses: number; paid: number; attended: number }

export type Purses = Map<PersonKey, Purse>

/** A practice that took place, and who came. */
export type Evening = { practice: PlannedPractice; attending: DemoPerson[] }

export function purseOf(purses: Purses, person: PersonKey): Purse {
  const purse = purses.get(person)
  if (!purse) throw new Error(`The demo club has no ${person}`)
  return purse
}
