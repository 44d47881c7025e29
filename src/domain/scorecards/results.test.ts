import { expect, test } from 'vitest'
import type { Arrow } from './card.ts'
import type { ArrowValue } from './faces.ts'
import { averageOf, bestEndOf, mostOf, personalBests, type ScoredCard, standingOf } from './results.ts'
import type { Setup } from './setup.ts'
import { firstSetup } from './setup-choices.ts'

const card = (id: string, day: number, total: number, more: Partial<Setup> = {}, arrows = 30): ScoredCard => ({
  id,
  setup: { ...firstSetup, ...more },
  startedAt: `2026-11-${String(day).padStart(2, '0')}T23:00:00.000Z`,
  summary: { total, arrows },
})

test('the highest possible score has a ten for each arrow, also where only the inner ring is one', () => {
  expect(mostOf(firstSetup)).toBe(300)
  expect(mostOf({ ...firstSetup, rounds: 2 })).toBe(600)
  expect(mostOf({ ...firstSetup, mode: 'world-archery', bow: 'Compound' })).toBe(300)
})

test('an average counts misses, and needs an arrow', () => {
  expect(averageOf({ total: 27, arrows: 4 })).toBe(6.75)
  expect(averageOf({ total: 0, arrows: 3 })).toBe(0)
  expect(averageOf({ total: 0, arrows: 0 })).toBeNull()
})

test('the best end is the first of equal ones, in any round', () => {
  const arrow = (value: ArrowValue): Arrow => ({ value, spot: null })
  const setup = { ...firstSetup, rounds: 2, ends: 2, arrowsPerEnd: 2 }
  const scores = [9, 8, 7, 7, 'X', 9, 10, 9] as const
  expect(bestEndOf(setup, scores.map(arrow))).toEqual({ round: 1, end: 0, sum: 19 })
  expect(bestEndOf(setup, scores.slice(0, 3).map(arrow))).toEqual({ round: 0, end: 0, sum: 17 })
})

test('a kind of round has one personal best: the first card with the highest total', () => {
  const cards = [
    card('a', 2, 240),
    card('tied later', 9, 270),
    card('b', 5, 270),
    card('half', 6, 290, {}, 29),
    card('other bow', 7, 280, { bow: 'Compound' }),
    card('other bow again', 8, 250, { bow: 'Compound' }),
    card('only one', 7, 300, { target: '60cm' }),
  ]
  expect([...personalBests(cards)].sort()).toEqual(['b', 'other bow'])
  // After the best is deleted or corrected, the next one holds it.
  expect([...personalBests(cards.filter(({ id }) => id !== 'b'))].sort()).toEqual(['other bow', 'tied later'])
  const corrected = cards.map((each) => (each.id === 'b' ? card('b', 5, 200) : each))
  expect([...personalBests(corrected)].sort()).toEqual(['other bow', 'tied later'])
  expect(personalBests([card('a', 2, 240)])).toEqual(new Set())
})

test('a card is told how it compares with the others of its kind', () => {
  const [old, latest] = [card('old', 2, 240), card('latest', 9, 252)]
  const other = card('other face', 3, 300, { target: '60cm' })
  expect(standingOf(old, [old])).toEqual({ is: 'first', ofName: true })
  expect(standingOf(old, [old, other])).toEqual({ is: 'first', ofName: false })
  expect(standingOf(latest, [latest, old, other])).toEqual({ is: 'best', before: 240 })
  expect(standingOf(old, [latest, old, other])).toEqual({ is: 'below', best: latest })
  expect(standingOf(card('new', 10, 252), [latest, old])).toEqual({ is: 'equal', best: latest })
  // The list may still have an earlier state of the card itself.
  expect(standingOf(card('latest', 9, 239), [latest, old])).toEqual({ is: 'below', best: old })
  expect(standingOf(latest, [card('not full', 3, 280, {}, 29)])).toEqual({ is: 'first', ofName: true })
})
