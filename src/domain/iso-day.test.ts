import { expect, test } from 'vitest'
import { isDay } from './iso-day.ts'

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['24.11.2026', false],
  ['2026-11-24T00:00', false],
])('%s is a day: %s', (text, is) => expect(isDay(text)).toBe(is))
