import { describe, expect, test } from 'vitest'
import { sessionLimitState, warnMs } from './session-limits.ts'

const start = Date.parse('2026-11-24T23:00:00.000Z')
const minutes = (count: number) => count * 60_000
const at = (ms: number) => new Date(start + ms).toISOString()
const limits = (fixed: number, idle: number | null) => ({
  expiresAt: at(minutes(fixed)),
  idleExpiresAt: idle === null ? null : at(minutes(idle)),
})

describe('how near the end of a session is', () => {
  test('calm until exactly two minutes before the nearer end', () => {
    expect(sessionLimitState(limits(60, 30), start + minutes(28) - 1).state).toBe('calm')
    expect(sessionLimitState(limits(60, 30), start + minutes(28)).state).toBe('idle-soon')
  })
  test('the fixed end asks for the password, also when both ends fall together', () => {
    expect(sessionLimitState(limits(60, 90), start + minutes(59)).state).toBe('fixed-soon')
    expect(sessionLimitState(limits(60, 60), start + minutes(59)).state).toBe('fixed-soon')
  })
  test('an act that pushes the idle end past the fixed one leaves the fixed one to ask', () => {
    expect(sessionLimitState(limits(60, 59.5), start + minutes(59)).state).toBe('idle-soon')
    expect(sessionLimitState(limits(60, 119), start + minutes(59)).state).toBe('fixed-soon')
  })
  test('over at the very millisecond of the nearer end', () => {
    expect(sessionLimitState(limits(60, 30), start + minutes(30) - 1).state).toBe('idle-soon')
    expect(sessionLimitState(limits(60, 30), start + minutes(30)).state).toBe('over')
    expect(sessionLimitState(limits(30, 60), start + minutes(30)).state).toBe('over')
  })
  test('a phone that is kept signed in has no idle end', () => {
    expect(sessionLimitState(limits(43_200, null), start + minutes(43_000)).state).toBe('calm')
    expect(sessionLimitState(limits(43_200, null), start + minutes(43_199)).state).toBe('fixed-soon')
  })
  // Shows: T13
  test('after a sleep of hours it is over, whatever was last judged', () => {
    expect(sessionLimitState(limits(60, 60), start + minutes(600)).state).toBe('over')
  })
  test('it looks again in time for the next change and never later than 15 seconds', () => {
    for (let now = 0; now < minutes(60); now += 977) {
      const judged = sessionLimitState(limits(60, 45), start + now)
      if (judged.state === 'over') continue
      expect(judged.lookAgainMs).toBeGreaterThan(0)
      expect(judged.lookAgainMs).toBeLessThanOrEqual(15_000)
      const next = judged.state === 'calm' ? minutes(45) - warnMs : minutes(45)
      expect(now + judged.lookAgainMs).toBeLessThanOrEqual(Math.max(next, now + 50))
    }
  })
})
