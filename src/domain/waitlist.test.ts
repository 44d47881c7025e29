import { expect, test } from 'vitest'
import { decideReorder, hasFreeSpot, isCutOff, nextToPromote, placeOfReply } from './waitlist.ts'

test.each([
  { limit: null, placed: 500, waiting: 0, free: true },
  { limit: 2, placed: 1, waiting: 0, free: true },
  { limit: 2, placed: 2, waiting: 0, free: false },
  // The limit was lowered in the meantime.
  { limit: 1, placed: 2, waiting: 0, free: false },
  // No one overtakes the waitlist.
  { limit: 2, placed: 1, waiting: 1, free: false },
  // After the cut-off, the waitlist doesn't move up.
  { limit: 2, placed: 1, waiting: 1, cutOff: true, free: true },
  { limit: 2, placed: 2, waiting: 1, cutOff: true, free: false },
])('with limit $limit, $placed placed and $waiting waiting, a spot is free: $free', ({ free, ...facts }) => {
  expect(hasFreeSpot({ cutOff: false, ...facts })).toBe(free)
})

test.each<[who: string, before: number | null | undefined, cutOff: boolean, placed: number, place: number | null]>([
  ['a newcomer waits behind the others', undefined, false, 1, 5],
  ['one who waits keeps the position', 3, false, 1, 3],
  ['one with a spot keeps it, also beyond the limit', null, true, 3, null],
  ['after the cut-off a newcomer takes a free spot', undefined, true, 1, null],
  ['one who waits takes it, too', 3, true, 1, null],
  ['where none is left, a newcomer waits', undefined, true, 2, 5],
  ['and who waits stays where they were', 3, true, 2, 3],
])('%s', (_who, before, cutOff, placed, place) => {
  expect(placeOfReply({ before, cutOff, placed, limit: 2, waiting: 2, last: 4 })).toBe(place)
})

test('the cut-off has passed after its moment, and never without one', () => {
  const until = '2026-11-24T11:00:00.000Z'
  expect([isCutOff(until, until), isCutOff(until, '2026-11-24T11:00:00.001Z')]).toEqual([false, true])
  expect(isCutOff(null, until)).toBe(false)
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
