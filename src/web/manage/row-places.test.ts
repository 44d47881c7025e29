import { expect, test } from 'vitest'
import { createRowPlaces } from './row-places.ts'

const placesIn = (map: ReadonlyMap<string, number>) => [...map].map(([key, place]) => `${key}${place}`).join(' ')

test('a row keeps its place, and a new one takes that of one that has gone', () => {
  const places = createRowPlaces()
  expect(placesIn(places.assign(['a', 'b', 'c'], true))).toBe('a0 b1 c2')
  expect(placesIn(places.assign(['d', 'b', 'e', 'f'], true))).toBe('d0 b1 e2 f3')
  // The same once more, as when a rendering is thrown away.
  expect(placesIn(places.assign(['d', 'b', 'e', 'f'], true))).toBe('d0 b1 e2 f3')
})

test('it takes one that lies where it belongs, while there is one; only then another', () => {
  const places = createRowPlaces()
  places.assign(['a', 'b', 'c', 'd', 'e', 'f'], true)
  expect(placesIn(places.assign(['b', 'x', 'e', 'y', 'z', 'w'], true))).toBe('b1 x2 e4 y5 z0 w3')
  // Sorted the other way round, each keeps its own.
  expect(placesIn(places.assign(['w', 'z', 'y', 'e', 'x', 'b'], true))).toBe('w3 z0 y5 e4 x2 b1')
})

test('where rows are measured, each that comes has a place of its own', () => {
  const places = createRowPlaces()
  places.assign(['a', 'b'], true)
  expect(placesIn(places.assign(['b', 'c'], false))).toBe('b1 c2')
})

test('a place that was touched is never given to another row', () => {
  const places = createRowPlaces()
  places.assign(['a', 'b'], true)
  places.touch('a')
  places.touch('nobody')
  expect(placesIn(places.assign(['c', 'd'], true))).toBe('c1 d2')
  expect(placesIn(places.assign(['a', 'c'], true))).toBe('a2 c1')
})
