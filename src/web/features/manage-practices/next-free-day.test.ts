import { expect, test } from 'vitest'
import { nextFreeDay } from './next-free-day.ts'

test('a plan begins with the next free day of the last one’s weekday, and the first one with the first day', () => {
  const next = (last: string | null, first: string, taken: string[] = []) => nextFreeDay(last, first, new Set(taken))
  expect(next('2026-10-20', '2026-10-27')).toBe('2026-10-27')
  expect(next('2026-10-20', '2026-10-28', ['2026-11-03'])).toBe('2026-11-10')
  expect(next('2026-12-25', '2026-12-30')).toBe('2027-01-01')
  expect(next(null, '2026-10-28')).toBe('2026-10-28')
})
