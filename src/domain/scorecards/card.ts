import { type ArrowValue, clubRings, clubValue, countedValues, facesOn, pointsOf, worldArcheryCall } from './faces.ts'
import { arrowsOf, ringsOf, type Setup } from './setup.ts'

/**
 * What is written on a card. Its slots stand in the order of round, end and arrow (§4), each empty or with an arrow; every
 * change of one is a change of that slot alone and says which change it was made upon, so that two devices on one card never
 * silently overwrite each other (D44). The server and the device take changes in by the same function.
 */

/** Where an arrow sits: on which face, counted from 0, and how far right and up of its centre; club units, or mm (D43). */
export type Spot = { face: number; x: number; y: number }

/** Without a spot it was entered by its value alone. */
export type Arrow = { value: ArrowValue; spot: Spot | null }

type Slot = {
  /** Which change made it what it is, and which came before; an id of those that the device made. */
  change: string
  before: string[]
  arrow: Arrow | null
  /** Why it was changed after its end had been over; mostly empty. */
  why: string
}
/** One for each arrow of the set-up; null where nothing has ever stood. */
export type Slots = (Slot | null)[]

export type Change = {
  id: string
  slot: number
  /** The change that the slot showed when this one was made; null where it showed none. */
  upon: string | null
  /** Null takes the arrow away. */
  arrow: Arrow | null
  why: string
}

export const longestWhy = 120
/** So many earlier changes of a slot are remembered, to know one that comes twice; */
const remembered = 40
/** and so many of a whole card, of which those of the slots that have changed most go first. */
export const rememberedOnCard = 720

export function emptySlots(setup: Setup): Slots {
  return Array.from({ length: arrowsOf(setup) }, () => null)
}

type Taken =
  | { outcome: 'taken'; slots: Slots }
  /** It came before. */
  | { outcome: 'there' }
  /** The slot was changed by somebody who had not seen what this change was made upon; it stays. */
  | { outcome: 'overtaken' }

/** Takes a change in. One that writes what stands there already overtakes nobody. */
export function takeChange(slots: Slots, change: Change): Taken {
  const slot = slots[change.slot] ?? null
  if (slot && (slot.change === change.id || slot.before.includes(change.id))) return { outcome: 'there' }
  if ((slot?.change ?? null) !== change.upon && !isSameArrow(slot?.arrow ?? null, change.arrow))
    return { outcome: 'overtaken' }
  const before = slot ? [...slot.before, slot.change].slice(-remembered) : []
  const { id, arrow, why } = change
  return { outcome: 'taken', slots: arrayWith(slots, change.slot, { change: id, before, arrow, why }) }
}

/** Without the earlier changes that are too many for a card. A device that repeats one of those hears what stands there now. */
export function thinChanges(slots: Slots): Slots {
  let total = slots.reduce((sum, slot) => sum + (slot?.before.length ?? 0), 0)
  if (total <= rememberedOnCard) return slots
  const thinned = [...slots]
  for (let most = remembered; total > rememberedOnCard; most--)
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

/** Hundredths: of a millimetre, or of the club's units. */
const precision = 100
/** No arrow sits farther from a face's centre than this, in club units or mm; what is beyond is not on any butt. */
export const farthest = 2000

/** An arrow at a place, with its value by the card's rules (§9; design/archery.md A3). */
export function arrowAt(setup: Setup, { face, x, y }: Spot): Arrow {
  const spot = { face, x: round(x), y: round(y) }
  return { value: valueAt(setup, distanceTo(spot)), spot }
}

function round(value: number) {
  // Without a minus before a zero, which JSON would lose.
  return Math.round(value * precision) / precision + 0
}

/** Alike on every machine, unlike `Math.hypot`, whose last digit is the browser's own. */
export function distanceTo({ x, y }: { x: number; y: number }) {
  return Math.sqrt(x * x + y * y)
}

function valueAt(setup: Setup, distance: number): ArrowValue {
  if (setup.mode === 'club') return clubValue(distance)
  return worldArcheryCall(distance, setup.arrowDiameter, ringsOf(setup)).value
}

/** What can be called on this card's face, the best first, a miss last. */
export function valuesOf(setup: Setup): ArrowValue[] {
  const rings = setup.mode === 'club' ? clubRings : ringsOf(setup)
  return [...rings.map(({ value }) => value), 0]
}

/** Whether such an arrow can stand on the card: a value of its face, and where it has a spot, the value of that spot. */
export function isArrowOf(setup: Setup, { value, spot }: Arrow) {
  if (spot === null) return valuesOf(setup).includes(value)
  if (!Number.isInteger(spot.face) || spot.face < 0 || spot.face >= facesOn(setup.target)) return false
  if (distanceTo(spot) > farthest) return false
  return isSameArrow(arrowAt(setup, spot), { value, spot })
}

/** Where a slot stands, each counted from 0. */
type Place = { round: number; end: number; arrow: number }

export function placeOf({ ends, arrowsPerEnd }: Setup, slot: number): Place {
  const end = Math.floor(slot / arrowsPerEnd)
  return { round: Math.floor(end / ends), end: end % ends, arrow: slot % arrowsPerEnd }
}

/** The first that has no arrow (§4); null on a full card. */
export function firstEmpty(slots: Slots): number | null {
  const at = slots.findIndex((slot) => (slot?.arrow ?? null) === null)
  return at === -1 ? null : at
}

/** The slots of the end in which this one stands: from the first until before the second. */
export function endAround({ arrowsPerEnd }: Setup, slot: number): [from: number, until: number] {
  const from = slot - (slot % arrowsPerEnd)
  return [from, from + arrowsPerEnd]
}

/** An end is over as soon as an arrow of a later one is written down; what changes in it then is asked for a reason. */
export function isOver(setup: Setup, slots: Slots, slot: number) {
  const [, until] = endAround(setup, slot)
  return slots.slice(until).some((later) => later?.arrow)
}

export type Summary = {
  total: number
  /** `tens` leaves the Xs out (D43). */
  xs: number
  tens: number
  nines: number
  /** Written down, misses too. */
  arrows: number
}

export type EndOfTable = {
  /** As they count, which on a triple face may be less than they were called; null where none is written down. */
  values: (ArrowValue | null)[]
  sum: number
  /** From the round's first end. */
  running: number
}
type Table = { rounds: { ends: EndOfTable[]; total: number }[]; summary: Summary }

/** The score table: what counts of each arrow, end and round, and in all (§9). */
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
      ...{ xs: count('X'), tens: count(10), nines: count(9) },
      arrows: counted.filter((value) => value !== null).length,
    },
  }
}

/** What counts of the arrows of an end (A4): the rule of the triple face is World Archery's only (D43). */
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

/** `values.with(at, value)`, which Firefox has only since 2023. */
export function arrayWith<Value>(values: readonly Value[], at: number, value: Value): Value[] {
  return values.map((old, index) => (index === at ? value : old))
}
