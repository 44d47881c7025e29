import { expect, test } from 'vitest'
import { createRowPlaces } from './row-places.ts'

const inWords = (map: ReadonlyMap<string, number>) => [...map].map(([key, place]) => `${key}${place}`).join(' ')

/** @returns what lies where, and what is kept hidden */
function listOf(first: string) {
  const places = createRowPlaces()
  const type = (keys: string, reuse = true) => {
    const assigned = places.assign(keys.split(''), reuse)
    return `${inWords(assigned.places)} | ${inWords(assigned.spares)}`.trim()
  }
  type(first)
  return { ...places, type }
}

test('rows are filled where they lie, in their order, so that none is moved', () => {
  const { type } = listOf('abc')
  expect(type('dae')).toBe('d0 a1 e2 |')
  // The same once more, as when a rendering is thrown away.
  expect(type('dae')).toBe('d0 a1 e2 |')
  expect(type('bdaef')).toBe('b0 d1 a2 e3 f4 |')
})

test('of fewer rows as many as can stay do; what nobody needs is spare', () => {
  expect(listOf('abcdef').type('bdf')).toBe('b1 d3 f5 | a0 c2 e4')
  expect(listOf('abcdef').type('xbf')).toBe('x0 b1 f5 | c2 d3 e4')
  expect(listOf('abcdef').type('xyz')).toBe('x0 y1 z2 | d3 e4 f5')
  // What stays, but in another order, can't all stay without being moved.
  expect(listOf('abcdef').type('fba')).toBe('f0 b1 a2 | d3 e4 f5')
})

test('what is spare comes back where it is needed, best for the very row that it holds', () => {
  const { type } = listOf('abcd')
  expect(type('x')).toBe('x0 | b1 c2 d3')
  expect(type('acbe')).toBe('a0 c2 b1 e3 |')
  expect(type('')).toBe('| a0 c2 b1 e3')
  expect(type('zy')).toBe('z0 y2 | b1 e3')
})

test('once nobody types, what is spare goes, and each row that comes has a place of its own', () => {
  const { type } = listOf('ab')
  expect(type('a')).toBe('a0 | b1')
  expect(type('ac', false)).toBe('a0 c2 |')
})

test('of a long list only so much is kept', () => {
  const places = createRowPlaces()
  const many = Array.from({ length: 150 }, (_, n) => `row ${n}`)
  places.assign(many, true)
  expect(places.assign(['row 149'], true).spares.size).toBe(32)
})

test('a place that was touched is never given to another row, and goes with it', () => {
  const { type, touch } = listOf('abc')
  touch('b')
  touch('nobody')
  expect(type('de')).toBe('d0 e2 |')
  expect(type('bd')).toBe('b0 d2 |')
})

test('a row that was touched keeps its place while it is listed', () => {
  const { type, touch } = listOf('abc')
  touch('b')
  expect(type('bxy')).toBe('b1 x0 y2 |')
  expect(type('by')).toBe('b1 y2 | x0')
})
