import type { Reply } from '#domain/rsvp.ts'

// A simple second implementation next to the database: what becomes of four people and four practices. It knows the
// effect of each successful mutation, and that a refused one has none, but none of the rules.

export type PersonModel = {
  dayPasses: number
  paid: number
  role: 'Member' | 'Officer'
  removed: boolean
  erased: boolean
  /** The practice whose check-in used their Day Pass; null if none did. */
  passOf: number | null
}
export type PracticeModel = {
  limit: number | null
  live: boolean
  early: boolean
  deleted: boolean
  attended: number[]
  /** Those of them who checked themselves in. */
  self: number[]
  guests: number[]
  answers: [person: number, reply: Reply][]
  credits: number[]
  /** Members who got the rain-out refund, and whether it was a day pass. */
  gifts: [person: number, dayPass: boolean][]
  /** Members whose credits were removed with the practice when it was deleted. */
  heldCredits: number[]
}
/** A bulk edit, and the members it is in effect for. */
export type EditModel = { id: string; of: 'dayPasses' | 'paid'; by: number; target: number[] }
/** A sale at the door, and whether the check-in that came with it is still there. */
export type SaleModel = Record<'practice' | 'target' | 'dayPasses' | 'paid', number> &
  Record<'isIn' | 'undone', boolean> & { id: string }
export type Model = { people: PersonModel[]; practices: PracticeModel[]; edits: EditModel[]; sales: SaleModel[] }

export const newPractice = (): PracticeModel => ({
  ...{ limit: null, live: false, early: false, deleted: false },
  ...{ attended: [], self: [], guests: [], answers: [], credits: [], gifts: [], heldCredits: [] },
})

export function of<T>(list: T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`There is no number ${index}.`)
  return found
}

/** Applies a change to a copy. */
export function changed(model: Model, change: (copy: Model) => void): Model {
  const copy = structuredClone(model)
  change(copy)
  return copy
}

export function include(list: number[], who: number, wanted: boolean) {
  const at = list.indexOf(who)
  if (wanted && at < 0) list.push(who)
  if (!wanted && at >= 0) list.splice(at, 1)
  return wanted ? at < 0 : at >= 0
}

export function setPair<T>(list: [number, T][], who: number, value: T | null) {
  const at = list.findIndex(([person]) => person === who)
  if (at >= 0) list.splice(at, 1)
  if (value !== null) list.push([who, value])
}

type Entry = { practice: number; target: number; actor: number }
/** Two who were told so are on the list twice, as no one is. */
export function enter(model: Model, { practice, target, actor }: Entry, usedDayPass = false) {
  of(model.practices, practice).attended.push(target)
  if (actor === target) of(model.practices, practice).self.push(target)
  if (usedDayPass)
    Object.assign(of(model.people, target), { dayPasses: of(model.people, target).dayPasses - 1, passOf: practice })
}

export function addOnce(model: Model, entry: Entry) {
  if (!of(model.practices, entry.practice).attended.includes(entry.target)) enter(model, entry)
}

/** @returns whether that check-in used the member's Day Pass */
export function leave(model: Model, practice: number, target: number) {
  const person = of(model.people, target)
  const { attended, self } = of(model.practices, practice)
  if (!include(attended, target, false)) return false
  include(self, target, false)
  for (const sale of model.sales) if (sale.practice === practice && sale.target === target) sale.isIn = false
  const usedPass = person.passOf === practice
  if (usedPass) person.passOf = null
  return usedPass
}

/** A sorted form for comparison; of erased people only anonymous attendance is left. */
export function plain({ people, practices }: Model) {
  const first = (a: [number, unknown], b: [number, unknown]) => a[0] - b[0]
  const kept = <T>(list: [number, T][]) => list.filter(([who]) => !people[who]?.erased).toSorted(first)
  return {
    people: people.map(({ passOf: _, ...person }) => (person.erased ? { ...person, role: 'Member' } : person)),
    practices: practices.map(({ heldCredits: _, self: __, attended, guests, answers, credits, gifts, ...rest }) => ({
      ...rest,
      attended: attended.toSorted(),
      guests: guests.toSorted(),
      answers: kept(answers),
      credits: credits.toSorted(),
      gifts: kept(gifts),
    })),
  }
}
