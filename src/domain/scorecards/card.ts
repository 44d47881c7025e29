import { type ArrowValue, clubRings, clubValue, countedValues, facesOn, pointsOf, worldArcheryCall } from './faces.ts'
import { arrowsOf, ringsOf, type Setup } from './setup.ts'

/**
 * The arrows of a card. Slots are ordered by round, end, and arrow, each empty or with an arrow. Each change affects
 * one slot and names the change it is based on (compare-and-swap), so two devices never silently overwrite each other.
 * The server and the device apply changes with the same function.
 */

/** Position of an arrow: the face, counted from 0, and the offset right and up from its center, in club units or mm. */
export type Spot = { face: number; x: number; y: number }

/** Without a spot, the arrow was entered by its value alone. */
export type Arrow = { value: ArrowValue; spot: Spot | null }

type Slot = {
  /** The id of the change that set the current arrow, and those of the changes before it. Ids come from the device. */
  change: string
  before: string[]
  arrow: Arrow | null
  /** Why it was changed after its end was over; mostly empty. */
  why: string
}
/** One for each arrow of the setup; null if never filled in. */
export type Slots = (Slot | null)[]

export type Change = {
  id: string
  slot: number
  /** The change that the slot showed when this one was made (the compare-and-swap base); null for an untouched slot. */
  upon: string | null
  /** Null removes the arrow. */
  arrow: Arrow | null
  why: string
}

export const longestWhy = 120
/** Earlier changes stored per slot, to recognize a repeated one. */
const mostStoredChanges = 40
/** The same for a whole card; the slots with the most changes are trimmed first. */
export const rememberedOnCard = 720

export function emptySlots(setup: Setup): Slots {
  return Array.from({ length: arrowsOf(setup) }, () => null)
}

type ChangeResult =
  | { outcome: 'taken'; slots: Slots }
  /** A repeat of a known change. */
  | { outcome: 'there' }
  /** Based on an outdated change: someone else has changed the slot since, and their change stays. */
  | { outcome: 'overtaken' }

/** Applies a change. One that writes the arrow already there is never a conflict. */
export function takeChange(slots: Slots, change: Change): ChangeResult {
  const slot = slots[change.slot] ?? null
  if (slot && (slot.change === change.id || slot.before.includes(change.id))) return { outcome: 'there' }
  if ((slot?.change ?? null) !== change.upon && !isSameArrow(slot?.arrow ?? null, change.arrow))
    return { outcome: 'overtaken' }
  const before = slot ? [...slot.before, slot.change].slice(-mostStoredChanges) : []
  const { id, arrow, why } = change
  return { outcome: 'taken', slots: arrayWith(slots, change.slot, { change: id, before, arrow, why }) }
}

/** Trims the stored changes to the limit of a card. A device that repeats a trimmed one gets the current arrow. */
export function thinChanges(slots: Slots): Slots {
  let total = slots.reduce((sum, slot) => sum + (slot?.before.length ?? 0), 0)
  if (total <= rememberedOnCard) return slots
  const thinned = [...slots]
  for (let most = mostStoredChanges; total > rememberedOnCard; most--)
    for (const [i, slot] of thinned.entries()) {
      if (!slot || slot.before.length < most || total <= rememberedOnCard) continue
      total -= slot.before.length - (most - 1)
      thinned[i] = { ...slot, before: slot.before.slice(slot.before.length - (most - 1)) }
    }
  return thinned
}

export function isSameArrow(one: Arrow | null, other: Arrow | null) {
  if (one === null || other === null) return one === other
  if (one.value !== other.value) return false
  const [a, b] = [one.spot, other.spot]
  return a === null || b === null ? a === b : a.face === b.face && a.x === b.x && a.y === b.y
}

/** Hundredths of a millimeter or of a club unit. */
const precision = 100
/** The farthest offset from a face's center, in club units or mm; anything beyond is off the target butt. */
export const farthest = 2000

/** An arrow at a spot, with its value by the card's rules. */
export function arrowAt(setup: Setup, { face, x, y }: Spot): Arrow {
  const spot = { face, x: round(x), y: round(y) }
  return { value: valueAt(setup, distanceTo(spot)), spot }
}

function round(value: number) {
  // Avoids -0, which JSON would lose.
  return Math.round(value * precision) / precision + 0
}

/** The same on every machine, unlike `Math.hypot`, whose last digit depends on the browser. */
export function distanceTo({ x, y }: { x: number; y: number }) {
  return Math.sqrt(x * x + y * y)
}

function valueAt(setup: Setup, distance: number): ArrowValue {
  if (setup.mode === 'club') return clubValue(distance)
  return worldArcheryCall(distance, setup.arrowDiameter, ringsOf(setup)).value
}

/** The values that this card's face allows, highest first, a miss last. */
export function valuesOf(setup: Setup): ArrowValue[] {
  const rings = setup.mode === 'club' ? clubRings : ringsOf(setup)
  return [...rings.map(({ value }) => value), 0]
}

/** Whether the card can have this arrow: a value of its face that agrees with the spot, if any. */
export function isArrowOf(setup: Setup, { value, spot }: Arrow) {
  if (spot === null) return valuesOf(setup).includes(value)
  if (!Number.isInteger(spot.face) || spot.face < 0 || spot.face >= facesOn(setup.target)) return false
  if (distanceTo(spot) > farthest) return false
  return isSameArrow(arrowAt(setup, spot), { value, spot })
}

/** Position of a slot, each counted from 0. */
type Place = { round: number; end: number; arrow: number }

export function placeOf({ ends, arrowsPerEnd }: Setup, slot: number): Place {
  const end = Math.floor(slot / arrowsPerEnd)
  return { round: Math.floor(end / ends), end: end % ends, arrow: slot % arrowsPerEnd }
}

/** The first slot without an arrow; null on a full card. */
export function firstEmpty(slots: Slots): number | null {
  const at = slots.findIndex((slot) => (slot?.arrow ?? null) === null)
  return at === -1 ? null : at
}

/** The range of slots in the same end: `from` inclusive, `until` exclusive. */
export function endAround({ arrowsPerEnd }: Setup, slot: number): [from: number, until: number] {
  const from = slot - (slot % arrowsPerEnd)
  return [from, from + arrowsPerEnd]
}

/** An end is over once a later one has an arrow; changing it then needs a reason. */
export function isOver(setup: Setup, slots: Slots, slot: number) {
  const [, until] = endAround(setup, slot)
  return slots.slice(until).some((later) => later?.arrow)
}

export type Summary = {
  total: number
  /** Counted separately: `tens` excludes Xs. */
  xs: number
  tens: number
  nines: number
  /** Arrows entered, including misses. */
  arrows: number
}

export type EndOfTable = {
  /** Scored values, which on a triple face may be lower than those entered; null if not entered. */
  values: (ArrowValue | null)[]
  sum: number
  /** Total from the first end of the round. */
  running: number
}
type Table = { rounds: { ends: EndOfTable[]; total: number }[]; summary: Summary }

/** The score table: scored value of each arrow, with totals for ends, rounds, and the card. */
export function tableOf(setup: Setup, arrows: readonly (Arrow | null)[]): Table {
  const { arrowsPerEnd } = setup
  const rounds = Array.from({ length: setup.rounds }, (_, round) => {
    let running = 0
    const ends = Array.from({ length: setup.ends }, (_, end) => {
      const from = (round * setup.ends + end) * arrowsPerEnd
      const values = countedOf(setup, arrows.slice(from, from + arrowsPerEnd))
      const sum = values.reduce<number>((all, value) => all + (value === null ? 0 : pointsOf(value)), 0)
      running += sum
      return { values, sum, running }
    })
    return { ends, total: running }
  })
  const counted = rounds.flatMap(({ ends }) => ends.flatMap(({ values }) => values))
  const count = (wanted: ArrowValue) => counted.filter((value) => value === wanted).length
  return {
    rounds,
    summary: {
      total: rounds.reduce((sum, { total }) => sum + total, 0),
      xs: count('X'),
      tens: count(10),
      nines: count(9),
      arrows: counted.filter((value) => value !== null).length,
    },
  }
}

/** The scored values of an end. Only World Archery has a rule for triple faces. */
function countedOf(setup: Setup, arrows: readonly (Arrow | null)[]): (ArrowValue | null)[] {
  const values = Array.from({ length: setup.arrowsPerEnd }, (_, i) => arrows[i]?.value ?? null)
  if (setup.mode === 'club') return values
  const spotted = arrows.flatMap((arrow, at) =>
    arrow?.spot ? [{ at, face: arrow.spot.face, value: arrow.value }] : [],
  )
  const counted = countedValues(spotted, setup.target)
  for (const [i, { at }] of spotted.entries()) values[at] = counted[i] ?? null
  return values
}

export function arrowsOn(slots: Slots) {
  return slots.map((slot) => slot?.arrow ?? null)
}

/** `values.with(at, value)`, which Firefox has supported only since 2023. */
export function arrayWith<Value>(values: readonly Value[], at: number, value: Value): Value[] {
  return values.map((old, index) => (index === at ? value : old))
}
