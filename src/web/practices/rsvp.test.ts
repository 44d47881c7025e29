import { expect, test } from 'vitest'
import type { PracticeCard } from '#contract/practices.ts'
import { countsText, withAnswer } from './rsvp.ts'

const practice = { archers: 9, drivers: 3, seats: 7, myAnswer: 'archer' } as PracticeCard

test('an answer counts once, wherever one changes from', () => {
  expect(withAnswer(practice, 'archer')).toEqual(practice)
  expect(withAnswer(practice, 'driver')).toMatchObject({ archers: 8, drivers: 4, myAnswer: 'driver' })
  expect(withAnswer(practice, null)).toMatchObject({ archers: 8, drivers: 3, myAnswer: null })
  expect(withAnswer({ ...practice, myAnswer: null }, 'archer')).toMatchObject({ archers: 10, drivers: 3 })
})

test('counts are written out', () => {
  expect(countsText(practice)).toBe('9 archers, 3 drivers, 7 seats')
  expect(countsText({ archers: 1, drivers: 1, seats: 1 })).toBe('1 archer, 1 driver, 1 seat')
  expect(countsText({ archers: 2, drivers: 0, seats: 0 })).toBe('2 archers, 0 drivers')
  expect(countsText({ archers: 0, drivers: 0, seats: 0 })).toBe('No answers yet.')
})
