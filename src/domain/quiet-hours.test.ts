import { describe, expect, test } from 'vitest'
import { isReminderDue, whenToRemind } from './quiet-hours.ts'

const timeZone = 'America/Indiana/Indianapolis'
const six = '2026-11-24T23:00:00.000Z'

test.each([
  ['four hours before a practice in the evening', six, 4, '2026-11-24T19:00:00.000Z'],
  ['on the evening before one in the morning', '2026-11-24T14:00:00.000Z', 4, '2026-11-24T01:00:00.000Z'],
  ['at eight, when that is the moment', '2026-11-24T17:00:00.000Z', 4, '2026-11-24T13:00:00.000Z'],
  ['on the evening before a practice of a whole day', '2026-11-24T05:00:00.000Z', 4, '2026-11-24T01:00:00.000Z'],
  ['at eight in the evening rather than at ten', '2026-11-24T07:00:00.000Z', 4, '2026-11-24T01:00:00.000Z'],
  ['a day before, by the clock', six, 24, '2026-11-23T23:00:00.000Z'],
  // Clocks go back that night in New York and in Indianapolis; the evening before is still at UTC-4.
  ['on the evening before, across a change of the clocks', '2026-11-01T13:00:00.000Z', 4, '2026-11-01T00:00:00.000Z'],
  ['never', six, 0, null],
] as const)('a reminder is sent %s', (_when, startsAt, hours, at) => {
  expect(whenToRemind(startsAt, { hours, timeZone })).toBe(at)
})

describe('a reminder is due', () => {
  const remindAt = '2026-11-24T19:00:00.000Z'
  const neither = { cancelledAt: null, startedAt: null, endedAt: null }
  const practice = { startsAt: six, ...neither, remindedAt: null, remindedFor: null }
  const isDue = (facts: Partial<Record<keyof typeof practice, string | null>> = {}, now = remindAt) =>
    isReminderDue({ ...practice, ...facts, startsAt: six }, { remindAt, until: six, now })

  test('from its moment until the practice begins', () => {
    expect(isDue()).toBe(true)
    expect(isDue({}, '2026-11-24T18:59:59.999Z')).toBe(false)
    expect(isDue({}, '2026-11-24T22:59:59.999Z')).toBe(true)
    expect(isDue({}, six)).toBe(false)
    expect(isReminderDue(practice, { remindAt: null, until: six, now: remindAt })).toBe(false)
  })

  test.each(['cancelledAt', 'startedAt', 'endedAt'] as const)('not with %s', (field) => {
    expect(isDue({ [field]: '2026-11-24T18:00:00.000Z' })).toBe(false)
  })

  test('once, and again where the practice has moved by half a day or more', () => {
    const of = (startsAt: string | null) => isDue({ remindedAt: remindAt, remindedFor: startsAt })
    expect(of(six)).toBe(false)
    expect(of('2026-11-24T11:00:00.001Z')).toBe(false)
    expect(of('2026-11-24T11:00:00.000Z')).toBe(true)
    expect(of('2026-11-25T11:00:00.000Z')).toBe(true)
    // An older release didn't store the start time that the reminder was for.
    expect(of(null)).toBe(false)
  })

  test('again at its moment where the clock was ahead when it was noted', () => {
    const of = (remindedAt: string) => isDue({ remindedAt, remindedFor: six })
    expect(of('2026-11-24T19:05:00.000Z')).toBe(false)
    expect(of('2026-11-24T19:05:00.001Z')).toBe(true)
  })
})
