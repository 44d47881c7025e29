import { describe, expect, test } from 'vitest'
import { type Arrow, arrowAt } from './card.ts'
import type { ArrowValue } from './faces.ts'
import { worldArcheryRings } from './faces.ts'
import { expectedArrow, exportLines, handicapOf, handicapOfCard, hitsOf, mmPerUnit, shotOf } from './insight.ts'
import type { Setup } from './setup.ts'
import { firstSetup, presetsIn } from './setup-choices.ts'

const setup = (fields: Partial<Setup> = {}): Setup => ({ ...firstSetup, ...fields })
const called = (value: ArrowValue): Arrow => ({ value, spot: null })
const wa900 = {
  ...setup({ mode: 'world-archery' }),
  ...presetsIn('world-archery').find(({ name }) => name === 'WA 900')?.setup,
}

test('a club unit is as wide as makes its ten the face’s (A8)', () => {
  expect(mmPerUnit(setup({ target: '60cm' }))).toBeCloseTo(1, 12)
  expect(mmPerUnit(setup({ target: '40cm 3-Spot' }))).toBeCloseTo(2 / 3, 12)
  expect(mmPerUnit(setup({ mode: 'world-archery', target: '122cm' }))).toBe(1)
})

test('hits are in mm of the face, those that were only called are none', () => {
  const card = setup({ target: '60cm' })
  const arrows = [arrowAt(card, { face: 0, x: 30, y: -15 }), called(9), null]
  expect(hitsOf(card, arrows)).toEqual([{ face: 0, x: 30, y: -15 }])
})

describe('the handicap of a card', () => {
  test('is the one of its points, with the club’s rings and no line cutters in club mode', () => {
    const arrows = Array.from({ length: 30 }, () => called(8))
    const shot = shotOf(firstSetup, 0)
    if (!shot) throw new Error('no distance')
    expect(shot).toMatchObject({ distanceM: 18, shaft: 0 })
    const handicap = handicapOfCard(firstSetup, arrows)?.exact ?? 0
    expect(30 * expectedArrow(handicap, shot)).toBeCloseTo(240, 6)
  })

  test('of a round with three distances adds up what each expects', () => {
    const arrows = Array.from({ length: 90 }, (_, i) => called(([9, 8, 10] as const)[Math.floor(i / 30)] ?? 9))
    const handicap = handicapOfCard(wa900, arrows)?.exact ?? 0
    const rings = worldArcheryRings('122cm', { innerTenOnly: false })
    const expected = [60, 50, 40].map((distanceM) => 30 * expectedArrow(handicap, { rings, distanceM, shaft: 6 }))
    expect(expected.reduce((sum, each) => sum + each, 0)).toBeCloseTo(810, 6)
    // With only the first round shot, it is that round's handicap.
    const first = handicapOfCard(wa900, arrows.slice(0, 30))?.exact
    expect(first).toBe(handicapOf(270, [{ arrows: 30, shot: { rings, distanceM: 60, shaft: 6 } }]))
  })

  test('is not known without arrows, or without a distance', () => {
    expect(handicapOfCard(firstSetup, [])).toBeNull()
    expect(handicapOfCard(setup({ distances: [] }), [called(9)])).toBeNull()
  })
})

test('an export has a line for each arrow, with what it was called, what counts, and where it sat', () => {
  const card = setup({ mode: 'world-archery', target: '40cm 3-Spot' })
  const arrows = [arrowAt(card, { face: 1, x: 3, y: 4 }), arrowAt(card, { face: 1, x: 50, y: 0 }), called(0), null]
  expect(exportLines(card, arrows, ['', '', 'Line call'])).toEqual([
    { round: 1, end: 1, arrow: 1, called: 'X', counts: 0, face: 2, xMm: 3, yMm: 4, why: '' },
    { round: 1, end: 1, arrow: 2, called: 8, counts: 8, face: 2, xMm: 50, yMm: 0, why: '' },
    { round: 1, end: 1, arrow: 3, called: 0, counts: 0, face: null, xMm: null, yMm: null, why: 'Line call' },
  ])
})
