import { expect, test } from 'vitest'
import { decideReorder, hasFreeSpot, nextToPromote } from './waitlist.ts'

test.each([
  { limit: null, placed: 500, waiting: 0, free: true },
  { limit: 2, placed: 1, waiting: 0, free: true },
  { limit: 2, placed: 2, waiting: 0, free: false },
  // The limit was lowered in the meantime.
  { limit: 1, placed: 2, waiting: 0, free: false },
  // No one overtakes the waitlist.
  { limit: 2, placed: 1, waiting: 1, free: false },
])('with limit $limit, $placed placed and $waiting waiting, a spot is free: $free', ({ free, ...facts }) => {
  expect(hasFreeSpot(facts)).toBe(free)
})

test.each([
  { limit: 3, placed: 2, up: ['ana'] },
  { limit: 1, placed: 4, up: [] },
  { limit: null, placed: 4, up: ['ana', 'ben'] },
])('with limit $limit and $placed placed, $up move up', ({ up, ...facts }) => {
  expect(nextToPromote({ ...facts, waiting: ['ana', 'ben'] })).toEqual(up)
})

test('those who wait are put in another order by the list that the officer saw', () => {
  const current = ['ana', 'ben', 'kai']
  expect(decideReorder({ current, wanted: ['kai', 'ana', 'ben'] })).toEqual({ outcome: 'changed' })
  expect(decideReorder({ current, wanted: current })).toEqual({ outcome: 'unchanged' })
  for (const wanted of [['ana', 'ben'], [...current, 'leo'], ['ana', 'ben', 'leo'], ['ana', 'ana', 'ben'], []])
    expect(decideReorder({ current, wanted })).toEqual({ outcome: 'refused', reason: 'list-changed' })
  // Someone may stay in the same position.
  expect(decideReorder({ current: ['kai', 'ben', 'ana'], wanted: current })).toEqual({ outcome: 'changed' })
})
