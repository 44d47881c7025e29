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
