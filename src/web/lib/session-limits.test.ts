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
  // Shows: T13
  test.each([
    ['calm until two minutes before the nearer end', limits(60, 30), minutes(28) - 1, 'calm'],
    ['idle soon from then on', limits(60, 30), minutes(28), 'idle-soon'],
    ['over at the nearer end', limits(60, 30), minutes(30), 'over'],
    ['over at the fixed end', limits(30, 60), minutes(30), 'over'],
    ['asking for the password before the fixed end', limits(60, 90), minutes(59), 'fixed-soon'],
    ['asking for it if both ends fall together', limits(60, 60), minutes(59), 'fixed-soon'],
    ['asking once an act has moved the idle end past the fixed one', limits(60, 119), minutes(59), 'fixed-soon'],
    ['calm on a phone that is kept signed in: it has no idle end', limits(43_200, null), minutes(43_000), 'calm'],
    ['asking at the fixed end of such a phone', limits(43_200, null), minutes(43_199), 'fixed-soon'],
  ])('a session is %s, also after a sleep', (_, session, now, state) => {
    expect(sessionLimitState(session, start + now).state).toBe(state)
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
