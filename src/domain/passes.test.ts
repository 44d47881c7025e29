import { describe, expect, test } from 'vitest'
import { startOfDay, startOfNextDay } from './calendar-day.ts'
import { decideUsePass, effectivePass, passNames } from './passes.ts'

const club = 'America/Indiana/Indianapolis'

const startOfToday = (now: string) => startOfDay(Date.parse(now), club)
const dayPass = (passUsedAt: string | null, now: string) =>
  effectivePass({ pass: 'Day Pass', passUsedAt }, startOfToday(now))

describe('a Day Pass', () => {
  test.each([
    ['the day of 23 hours', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['the day of 25 hours', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ])('used on %s, at %s, is good until just before %s', (_, usedAt, overAt) => {
    expect(dayPass(usedAt, usedAt)).toBe('Day Pass')
    expect(dayPass(usedAt, new Date(Date.parse(overAt) - 1).toISOString())).toBe('Day Pass')
    expect(dayPass(usedAt, overAt)).toBe('none')
    expect(startOfNextDay(Date.parse(usedAt), club)).toBe(overAt)
  })

  test('that was never stamped is none', () => expect(dayPass(null, '2026-11-24T22:50:00.000Z')).toBe('none'))

  test('stays good when the server’s clock is put back a little', () => {
    expect(dayPass('2026-11-24T22:50:00.000Z', '2026-11-24T22:49:00.000Z')).toBe('Day Pass')
  })
})

describe('any other pass', () => {
  // Shows: 4.17
  test('is what it is: a Carpool Range Pass does not expire, and none is none', () => {
    for (const passUsedAt of [null, '2020-01-01T00:00:00.000Z', '2026-11-24T22:50:00.000Z']) {
      for (const pass of ['none', 'Carpool Range Pass'] as const)
        expect(effectivePass({ pass, passUsedAt }, '2026-11-24T05:00:00.000Z')).toBe(pass)
    }
  })

  // Shows: 3.18, 9.26
  test('has one of the three names', () => expect(passNames).toEqual(['none', 'Day Pass', 'Carpool Range Pass']))
})

describe('Use Pass', () => {
  // Shows: 5.25
  test('needs one day pass', () => {
    expect(decideUsePass({ dayPasses: 1, pass: 'none' })).toEqual({ outcome: 'used' })
    for (const dayPasses of [0, -1])
      expect(decideUsePass({ dayPasses, pass: 'none' })).toEqual({ outcome: 'refused', reason: 'no-day-passes' })
  })

  // Shows: T31
  test.each(['Day Pass', 'Carpool Range Pass'] as const)('while a %s is active spends nothing', (pass) => {
    for (const dayPasses of [0, 1, 2])
      expect(decideUsePass({ dayPasses, pass })).toEqual({ outcome: 'refused', reason: 'pass-active' })
  })
})
