import { describe, expect, test } from 'vitest'
import { hasExpired, idleExpiry, newSessionLife, type SessionTimes } from './sessions.ts'

const signedIn = '2026-11-24T22:00:00.000Z'
const minutesIn = (minutes: number, ms = 0) => new Date(Date.parse(signedIn) + minutes * 60_000 + ms).toISOString()
const hourLong: SessionTimes = { expiresAt: minutesIn(60), lastActiveAt: signedIn, kept: false }
const evening: SessionTimes = { expiresAt: minutesIn(240), lastActiveAt: signedIn, kept: false }
const kept: SessionTimes = { expiresAt: minutesIn(30 * 1440), lastActiveAt: signedIn, kept: true }

describe('the idle limit', () => {
  // Shows: 9.1
  test('59:59.999 after the last act the session lives, at 60:00 it is over', () => {
    expect(hasExpired(evening, { now: minutesIn(60, -1), idleMinutes: 60 })).toBe(false)
    expect(hasExpired(evening, { now: minutesIn(60), idleMinutes: 60 })).toBe(true)
  })

  test('counts from the last act, not from the sign-in', () => {
    const active = { ...evening, lastActiveAt: minutesIn(50) }
    expect(hasExpired(active, { now: minutesIn(110, -1), idleMinutes: 60 })).toBe(false)
    expect(hasExpired(active, { now: minutesIn(110), idleMinutes: 60 })).toBe(true)
  })

  test('is told as the moment at which it strikes', () => expect(idleExpiry(evening, 45)).toBe(minutesIn(45)))

  test('does not exist on a phone that is kept signed in', () => {
    expect(idleExpiry(kept, 60)).toBeNull()
    expect(hasExpired(kept, { now: minutesIn(29 * 1440), idleMinutes: 60 })).toBe(false)
  })
})

describe('a new session', () => {
  const settings = { fixedMinutes: 60, keepDays: 30 }
  test('lives until the fixed limit, or for weeks on a phone that is kept signed in', () => {
    expect(newSessionLife(false, settings)).toEqual({ kept: false, lifeMs: 3_600_000 })
    expect(newSessionLife(true, settings)).toEqual({ kept: true, lifeMs: 2_592_000_000 })
  })

  test('is not kept in a club that has switched that choice off', () => {
    expect(newSessionLife(true, { ...settings, keepDays: 0 })).toEqual({ kept: false, lifeMs: 3_600_000 })
  })
})

describe('the fixed limit', () => {
  test('ends the session whatever was done since', () => {
    const busy = { ...hourLong, lastActiveAt: minutesIn(59) }
    expect(hasExpired(busy, { now: minutesIn(60, -1), idleMinutes: 60 })).toBe(false)
    expect(hasExpired(busy, { now: minutesIn(60), idleMinutes: 60 })).toBe(true)
  })

  test('ends a kept one too, after its 30 days', () => {
    expect(hasExpired(kept, { now: minutesIn(30 * 1440, -1), idleMinutes: 60 })).toBe(false)
    expect(hasExpired(kept, { now: minutesIn(30 * 1440), idleMinutes: 60 })).toBe(true)
  })
})
