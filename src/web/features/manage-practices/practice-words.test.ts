import { expect, test } from 'vitest'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { limitInWords, turnoutInWords } from './practice-words.ts'

const endsAt = '2026-11-25T01:00:00.000Z'
const practice = { archers: 7, drivers: 1, waiting: 0, attended: 5, attendanceLimit: null, endsAt } as ManagedPractice

test('until a practice is over, its RSVPs count, then its attendance', () => {
  const [before, after] = [Date.parse(endsAt) - 1, Date.parse(endsAt)]
  expect(turnoutInWords(practice, before)).toBe('8 going')
  expect(turnoutInWords({ ...practice, attendanceLimit: 8, waiting: 2 }, before)).toBe('8 of 8 going, 2 waiting')
  expect(turnoutInWords({ ...practice, cancelled: true }, before)).toBe('8 had RSVP’d')
  expect(turnoutInWords({ ...practice, attendanceLimit: 8, waiting: 2 }, after)).toBe('5 attended')
  expect([practice, { ...practice, attendanceLimit: 8 }].map(limitInWords)).toEqual(['No limit', '8'])
})
