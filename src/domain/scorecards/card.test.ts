import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Arrow,
  arrowAt,
  type Change,
  emptySlots,
  endAround,
  firstEmpty,
  isArrowOf,
  isOver,
  isSameArrow,
  placeOf,
  rememberedOnCard,
  type Slots,
  tableOf,
  takeChange,
  thinChanges,
  valuesOf,
} from './card.ts'
import type { ArrowValue } from './faces.ts'
import type { Setup } from './setup.ts'
import { firstSetup } from './setup-choices.ts'

const setup = (fields: Partial<Setup> = {}): Setup => ({ ...firstSetup, ...fields })
const called = (value: ArrowValue): Arrow => ({ value, spot: null })
const usual: Change = { id: 'a', slot: 0, upon: null, arrow: called(9), why: '' }
const change = (fields: Partial<Change>): Change => ({ ...usual, ...fields })

function take(slots: Slots, each: Change): Slots {
  const taken = takeChange(slots, each)
  if (taken.outcome !== 'taken') throw new Error(taken.outcome)
  return taken.slots
}

test('of a card’s earlier changes those of the busiest slots go first, and only as many as are too many', () => {
  const before = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`)
  const slot = (count: number) => ({ change: 'now', before: before(count), arrow: called(9), why: '' })
  const few: Slots = [slot(40), slot(3), null]
  expect(thinChanges(few)).toBe(few)
  const many: Slots = [...Array.from({ length: 30 }, () => slot(40)), slot(5), null]
  const thinned = thinChanges(many)
  expect(thinned.reduce((sum, each) => sum + (each?.before.length ?? 0), 0)).toBe(rememberedOnCard)
  expect(thinned[30]).toEqual(slot(5))
  for (const each of thinned.slice(0, 30)) expect(each?.before.at(-1)).toBe('c39')
  expect(thinned.map((each) => each?.arrow)).toEqual(many.map((each) => each?.arrow))
})

describe('a change of a slot', () => {
  const empty = emptySlots(setup())

  test('writes an arrow, replaces it, and takes it away', () => {
    const one = take(empty, change({}))
    const two = take(one, change({ id: 'b', upon: 'a', arrow: called(8), why: 'Line call' }))
    const three = take(two, change({ id: 'c', upon: 'b', arrow: null }))
    expect(two[0]).toEqual({ change: 'b', before: ['a'], arrow: called(8), why: 'Line call' })
    expect([one, two, three].map((slots) => slots[0]?.arrow?.value)).toEqual([9, 8, undefined])
    expect(three.slice(1)).toEqual(empty.slice(1))
  })

  test('that comes again changes nothing, however late', () => {
    const one = take(empty, change({}))
    const two = take(one, change({ id: 'b', upon: 'a', arrow: called(8) }))
    expect(takeChange(one, change({}))).toEqual({ outcome: 'there' })
    expect(takeChange(two, change({}))).toEqual({ outcome: 'there' })
  })

  test('never overwrites what its maker has not seen', () => {
    const one = take(empty, change({}))
    expect(takeChange(one, change({ id: 'b', arrow: called(8) }))).toEqual({ outcome: 'overtaken' })
    expect(takeChange(one, change({ id: 'b', upon: 'x', arrow: null }))).toEqual({ outcome: 'overtaken' })
    const cleared = take(one, change({ id: 'c', upon: 'a', arrow: null }))
    expect(takeChange(cleared, change({ id: 'd', upon: 'a', arrow: called(8) }))).toEqual({ outcome: 'overtaken' })
    // Two devices enter the same arrow: no conflict.
    expect(takeChange(one, change({ id: 'b' })).outcome).toBe('taken')
  })
})

describe('an arrow', () => {
  // Shows: 3.59
  test('is worth what its spot is, to a hundredth', () => {
    expect(arrowAt(setup(), { face: 0, x: 0, y: -14.994 })).toEqual({ value: 'X', spot: { face: 0, x: 0, y: -14.99 } })
    expect(arrowAt(setup(), { face: 0, x: 9, y: 12 }).value).toBe(10)
    expect(arrowAt(setup(), { face: 0, x: -0.001, y: 200 })).toEqual({ value: 0, spot: { face: 0, x: 0, y: 200 } })
    const wa = setup({ mode: 'world-archery', arrowDiameter: 6 })
    expect(arrowAt(wa, { face: 0, x: 23, y: 0 }).value).toBe(10)
    expect(arrowAt(wa, { face: 0, x: 23.01, y: 0 }).value).toBe(9)
  })

  test('fits a card only with a value that is called there, and with the one of its spot', () => {
    expect(valuesOf(setup())).toEqual(['X', 10, 9, 8, 7, 0])
    expect(valuesOf(setup({ mode: 'world-archery', target: '40cm 3-Spot' }))).toEqual(['X', 10, 9, 8, 7, 6, 0])
    expect(isArrowOf(setup(), called(7))).toBe(true)
    expect(isArrowOf(setup(), called(6))).toBe(false)
    expect(isArrowOf(setup(), { value: 'X', spot: { face: 0, x: 3, y: 4 } })).toBe(true)
    expect(isArrowOf(setup(), { value: 10, spot: { face: 0, x: 3, y: 4 } })).toBe(false)
    for (const face of [-1, 0.5, 1]) expect(isArrowOf(setup(), { value: 'X', spot: { face, x: 3, y: 4 } })).toBe(false)
    expect(isArrowOf(setup(), { value: 'X', spot: { face: 0, x: 3.001, y: 4 } })).toBe(false)
    expect(isArrowOf(setup(), { value: 0, spot: { face: 0, x: 5000, y: 0 } })).toBe(false)
    expect(isArrowOf(setup({ target: '40cm 3-Spot' }), { value: 'X', spot: { face: 2, x: 3, y: 4 } })).toBe(true)
  })

  test('is the same as another with the same value at the same spot', () => {
    const spot = { face: 0, x: 3, y: 4 }
    const spots = [spot, { ...spot, face: 1 }, { ...spot, x: 4 }, { ...spot, y: 3 }, null]
    const same = [null, ...spots.map((each): Arrow => ({ value: 'X', spot: each }))]
    for (const [i, one] of same.entries())
      for (const [j, other] of same.entries()) expect(isSameArrow(one && { ...one }, other)).toBe(i === j)
  })

  test('that is made by its spot always fits', () => {
    const coordinate = fc.double({ min: -1400, max: 1400, noNaN: true })
    fc.assert(
      fc.property(coordinate, coordinate, fc.constantFrom('club' as const, 'world-archery' as const), (x, y, mode) => {
        const card = setup({ mode })
        expect(isArrowOf(card, JSON.parse(JSON.stringify(arrowAt(card, { face: 0, x, y }))))).toBe(true)
      }),
    )
  })
})

describe('a card', () => {
  const two = setup({ rounds: 2, ends: 2, arrowsPerEnd: 3 })

  // Shows: 3.58
  test('goes on with the first empty slot, in the order of round, end and arrow', () => {
    let slots = emptySlots(two)
    for (const at of [0, 1, 3]) slots = take(slots, change({ id: `c${at}`, slot: at }))
    expect([firstEmpty(slots), firstEmpty(slots.slice(0, 2))]).toEqual([2, null])
    const places = [0, 2, 3, 6, 11].map((slot) => Object.values(placeOf(two, slot)).join())
    expect(places).toEqual(['0,0,0', '0,0,2', '0,1,0', '1,0,0', '1,1,2'])
    expect(endAround(two, 4)).toEqual([3, 6])
    expect([isOver(two, slots, 0), isOver(two, slots, 3)]).toEqual([true, false])
  })

  // Shows: 9.38, 9.39
  test('adds up arrows, ends and rounds, and leaves the Xs out of its tens', () => {
    const values = ['X', 10, 9, 8, 7, 0, 'X', 'X'] as const
    const table = tableOf(two, values.map(called))
    expect(table.rounds.map(({ total }) => total)).toEqual([44, 20])
    const ends = table.rounds.flatMap(({ ends }) => ends.map(({ sum, running }) => `${sum} → ${running}`))
    expect(ends).toEqual(['29 → 29', '15 → 44', '20 → 20', '0 → 20'])
    expect(table.summary).toEqual({ total: 64, xs: 3, tens: 1, nines: 1, arrows: 8 })
    expect(table.rounds[1]?.ends[0]?.values).toEqual(['X', 'X', null])
  })

  test('counts of two arrows in one of three faces the lowest only, by World Archery’s rules', () => {
    const on = (face: number, value: ArrowValue): Arrow => ({ value, spot: { face, x: 0, y: 0 } })
    const arrows = [on(0, 10), on(0, 8), on(1, 'X')]
    const spots = setup({ target: '40cm 3-Spot' })
    expect(tableOf(spots, arrows).summary.total).toBe(28)
    const end = tableOf({ ...spots, mode: 'world-archery' }, arrows).rounds[0]?.ends[0]
    expect(end).toMatchObject({ values: [0, 8, 'X'], sum: 18 })
    // An arrow entered by score alone has no face.
    const calledToo = [called(10), on(0, 8), null]
    expect(tableOf({ ...spots, mode: 'world-archery' }, calledToo).rounds[0]?.ends[0]?.values).toEqual([10, 8, null])
  })
})
