import { describe, expect, test } from 'vitest'
import {
  type ArrowValue,
  clubValue,
  countedValues,
  facesOn,
  type TargetType,
  targetTypes,
  worldArcheryCall,
  worldArcheryRings,
} from './faces.ts'

const order: ArrowValue[] = ['X', 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]

describe('the specification’s rings', () => {
  // Shows: 9.32, 9.33, 9.34, 9.35, 9.36, 9.37
  test.each([
    [15, 'X', 10],
    [30, 10, 9],
    [45, 9, 8],
    [60, 8, 7],
    [75, 7, 0],
  ] as const)('at %i: %s inside, %s on the boundary and beyond', (radius, inside, beyond) => {
    expect([clubValue(radius - 1e-9), clubValue(radius), clubValue(radius + 1e-9)]).toEqual([inside, beyond, beyond])
  })
})

/** Diameters in cm as printed in World Archery's rules: X or inner 10, then 10 to 1. */
const printed: Record<TargetType, number[]> = {
  '122cm': [6.1, 12.2, 24.4, 36.6, 48.8, 61.0, 73.2, 85.4, 97.6, 109.8, 122],
  '80cm': [4, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80],
  '60cm': [3, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60],
  '40cm Single': [2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40],
  '40cm 3-Spot': [2, 4, 8, 12, 16, 20],
}
const shafts = [5.5, 6, 8, 9, 9.3]

describe.each(targetTypes)('a face of World Archery: %s', (type) => {
  const rings = worldArcheryRings(type, { innerTenOnly: false })

  test('has the diameters of the rules', () => {
    expect(rings.map(({ value }) => value)).toEqual(order.slice(0, printed[type].length))
    for (const [i, { radius }] of rings.entries()) expect(radius * 2).toBeCloseTo((printed[type][i] ?? 0) * 10, 9)
  })

  test.each(shafts)('flips within 0.01 mm of each line for a shaft of %f mm', (shaft) => {
    for (const [i, { value, radius }] of rings.entries()) {
      const line = radius + shaft / 2
      expect(worldArcheryCall(line - 0.005, shaft, rings).value).toBe(value)
      expect(worldArcheryCall(line + 0.005, shaft, rings).value).toBe(rings[i + 1]?.value ?? 0)
    }
  })

  test('indoors a compound has ten in the inner ring alone', () => {
    const compound = worldArcheryRings(type, { innerTenOnly: true })
    expect(compound.map(({ value }) => value)).toEqual(order.slice(1, printed[type].length))
    const inner = (printed[type][0] ?? 0) * 5
    expect(worldArcheryCall(inner, 0, compound).value).toBe(10)
    expect(worldArcheryCall(inner + 0.01, 0, compound).value).toBe(9)
    expect(worldArcheryCall(inner * 4, 0, compound).value).toBe(9)
    expect(worldArcheryCall(inner * 4 + 0.01, 0, compound).value).toBe(8)
  })
})

test('a call reads as it is spoken: 0.4 mm into the 9, 19.6 mm short of the 10', () => {
  const rings = worldArcheryRings('40cm Single', { innerTenOnly: false })
  const call = worldArcheryCall(44.25, 9.3, rings)
  expect(call.value).toBe(9)
  expect(call.intoMm).toBeCloseTo(0.4, 9)
  expect(call.next?.value).toBe(10)
  expect(call.next?.shortMm).toBeCloseTo(19.6, 9)
  const miss = worldArcheryCall(205, 0, rings)
  expect(miss).toEqual({ value: 0, intoMm: null, next: { value: 1, shortMm: 5 } })
})

describe('of three faces', () => {
  const values = (...arrows: [number, ArrowValue][]) =>
    countedValues(
      arrows.map(([face, value]) => ({ face, value })),
      '40cm 3-Spot',
    )

  test('one arrow in each counts as it is', () => expect(values([0, 'X'], [1, 9], [2, 0])).toEqual(['X', 9, 0]))

  test('of two in one the lower counts, the other is a miss', () => {
    expect(values([0, 10], [0, 8], [2, 9])).toEqual([0, 8, 9])
    expect(values([0, 7], [0, 'X'], [0, 9])).toEqual([7, 0, 0])
    expect(values([1, 'X'], [1, 10])).toEqual([0, 10])
  })

  test('of two alike the first counts', () => expect(values([0, 9], [0, 9])).toEqual([9, 0]))

  test('one face for all has no such rule', () => {
    expect(facesOn('40cm Single')).toBe(1)
    const arrows = [9, 8, 8].map((value) => ({ face: 0, value: value as ArrowValue }))
    expect(countedValues(arrows, '40cm Single')).toEqual([9, 8, 8])
  })
})
