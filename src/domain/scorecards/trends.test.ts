import { expect, test } from 'vitest'
import type { ArrowValue } from './faces.ts'
import { handicapOfCard } from './insight.ts'
import type { Setup } from './setup.ts'
import { firstSetup } from './setup-choices.ts'
import { trendRange, trendsOf } from './trends.ts'

const line = (id: string, day: number, total: number, more: Partial<Setup> = {}, arrows = 30) => ({
  id,
  setup: { ...firstSetup, ...more },
  startedAt: `2026-11-${String(day).padStart(2, '0')}T23:00:00.000Z`,
  summary: { total, arrows },
})

test('whole cards that were shot alike are one trend, the first first, held against the mean of the earlier ones', () => {
  const [trend, ...more] = trendsOf([
    line('c', 12, 270),
    line('a', 2, 240),
    line('b', 5, 250, { arrowDiameter: 8, name: 'Tuesday' }),
  ])
  expect(more).toEqual([])
  expect(trend?.cards.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect([trend?.before, trend?.most]).toEqual([245, 300])
  expect(trendsOf([line('a', 2, 240)])[0]?.before).toBeNull()
})

test('cards that are not full, and rounds of another kind, are kept apart', () => {
  const kinds = trendsOf([
    line('a', 2, 240),
    line('half', 3, 120, {}, 15),
    line('other face', 4, 240, { target: '60cm' }),
    line('other bow', 6, 240, { bow: 'Compound' }),
    line('other rings', 5, 240, { mode: 'world-archery' }),
    line('farther', 1, 240, { distances: [25] }),
  ])
  expect(kinds.map(({ cards }) => cards.map(({ id }) => id))).toEqual([
    ['other bow'],
    ['other rings'],
    ['other face'],
    ['a'],
    ['farther'],
  ])
})

test('what can be compared comes before a round that was shot once', () => {
  const kinds = trendsOf([line('a', 2, 240), line('b', 3, 250), line('once', 4, 240, { bow: 'Compound' })])
  expect(kinds.map(({ cards }) => cards.map(({ id }) => id))).toEqual([['a', 'b'], ['once']])
})

test('each card has its own handicap, and none without a distance', () => {
  const arrows = Array.from({ length: 30 }, () => ({ value: 8 as ArrowValue, spot: null }))
  expect(trendsOf([line('a', 2, 240)])[0]?.cards[0]?.handicap).toBe(handicapOfCard(firstSetup, arrows)?.exact)
  expect(trendsOf([line('a', 2, 240, { distances: [] })])[0]?.cards[0]?.handicap).toBeNull()
})

test('a drawing shows the range of the scores, with some room within what is possible', () => {
  const rangeOf = (...totals: number[]) =>
    trendRange({ cards: totals.map((total) => ({ id: '', startedAt: '', total, handicap: null })), most: 300 })
  expect(rangeOf(240, 252)).toEqual([225, 267])
  expect(rangeOf(0, 300)).toEqual([0, 300])
})
