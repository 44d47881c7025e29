import { expect, test } from 'vitest'
import { isDay, leadingDay } from './iso-day.ts'

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['24.11.2026', false],
  ['2026-11-24T00:00', false],
])('%s is a day: %s', (text, is) => expect(isDay(text)).toBe(is))

test.each([
  ['2026-11-10', '2026-11-10'],
  ['2026-11-10 14:03:22 -0500', '2026-11-10'],
  ['2026-11-10T14:03:22Z', '2026-11-10'],
  ['2026-11-1014', null],
  ['2026-13-10 14:03', null],
  ['11/10/2026', null],
  ['', null],
])('the day of %s is %s', (text, day) => expect(leadingDay(text)).toBe(day))
