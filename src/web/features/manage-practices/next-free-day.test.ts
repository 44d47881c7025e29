import { expect, test } from 'vitest'
import { nextFreeDay } from './next-free-day.ts'

const next = (first: string, taken: string[] = [], last: string | null = '2026-10-20') =>
  nextFreeDay(last, first, new Set(taken))

test('a plan begins with the next free day of the last one’s weekday', () => {
  // A Tuesday.
  expect(next('2026-10-27')).toBe('2026-10-27')
  expect(next('2026-10-28')).toBe('2026-11-03')
  expect(next('2026-10-28', ['2026-11-03'])).toBe('2026-11-10')
  // Over the change of clocks and of the year.
  expect(next('2026-12-30', [], '2026-12-25')).toBe('2027-01-01')
  // If the whole term is taken, the officer chooses.
  const term = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 9, 27 + 7 * i)).toISOString().slice(0, 10))
  expect(next('2026-10-27', term)).toBe('2026-10-27')
})

test('before the first plan it begins with the first day that is possible', () => {
  expect(next('2026-10-28', [], null)).toBe('2026-10-28')
})
