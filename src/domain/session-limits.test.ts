import { expect, test } from 'vitest'
import { hasExpired, idleExpiry, isPasswordRecent, newSessionLife, type SessionTimes } from './sessions.ts'

const signedIn = '2026-11-24T22:00:00.000Z'
const minutesIn = (minutes: number, ms = 0) => new Date(Date.parse(signedIn) + minutes * 60_000 + ms).toISOString()
const hourLong: SessionTimes = { expiresAt: minutesIn(60), lastActiveAt: signedIn, kept: false, heldUntil: null }
const evening: SessionTimes = { ...hourLong, expiresAt: minutesIn(240) }
const scanning: SessionTimes = { ...hourLong, heldUntil: minutesIn(120) }
const kept: SessionTimes = { ...hourLong, expiresAt: minutesIn(30 * 1440), kept: true }

// Shows: 9.1
test.each([
  ['idle until the last millisecond of the hour', evening, minutesIn(60, -1), false],
  ['idle for an hour', evening, minutesIn(60), true],
  ['idle for less since its last act', { ...evening, lastActiveAt: minutesIn(50) }, minutesIn(110, -1), false],
  ['idle for an hour since its last act', { ...evening, lastActiveAt: minutesIn(50) }, minutesIn(110), true],
  ['used a minute before its fixed end', { ...hourLong, lastActiveAt: minutesIn(59) }, minutesIn(60, -1), false],
  ['at its fixed end, in spite of that', { ...hourLong, lastActiveAt: minutesIn(59) }, minutesIn(60), true],
  ['kept, and idle for weeks', kept, minutesIn(30 * 1440, -1), false],
  ['kept, after its 30 days', kept, minutesIn(30 * 1440), true],
  ['scanning at a live practice, past both limits', scanning, minutesIn(120, -1), false],
  ['scanning until the practice ended', scanning, minutesIn(120), true],
])('a session ends by its idle and fixed limits: %s', (_, session, now, expired) => {
  expect(hasExpired(session, { now, idleMinutes: 60 })).toBe(expired)
})

test('the idle limit is told as the moment at which it strikes, and there is none where a phone is kept signed in', () => {
  expect(idleExpiry(evening, 45)).toBe(minutesIn(45))
  expect(idleExpiry(kept, 60)).toBeNull()
})

test('a new session lives until the fixed limit, or for weeks on a phone that is kept signed in', () => {
  const settings = { fixedMinutes: 60, keepDays: 30 }
  expect(newSessionLife(false, settings)).toEqual({ kept: false, lifeMs: 3_600_000 })
  expect(newSessionLife(true, settings)).toEqual({ kept: true, lifeMs: 2_592_000_000 })
  // A club that has switched that choice off.
  expect(newSessionLife(true, { ...settings, keepDays: 0 })).toEqual({ kept: false, lifeMs: 3_600_000 })
})

test('an entered password counts for ten minutes', () => {
  expect(isPasswordRecent(null, signedIn)).toBe(false)
  expect(isPasswordRecent(signedIn, minutesIn(10, -1))).toBe(true)
  expect(isPasswordRecent(signedIn, minutesIn(10))).toBe(false)
})
