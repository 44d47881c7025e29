import { describe, expect, test } from 'vitest'
import type { Practice } from './practices.ts'
import { decideRsvp, type Reply, rsvpKinds, seatsOffered } from './rsvp.ts'

const now = '2026-11-24T23:30:00.000Z'
const endsAt = '2026-11-25T01:00:00.000Z'
const startsAt = '2026-11-24T23:00:00.000Z'
const untouched = { cancelledAt: null, startedAt: null, endedAt: null, endedEarly: false }
const scheduled: Practice = { id: 'p1', startsAt, endsAt, ...untouched }
const cancelled = { ...scheduled, cancelledAt: '2026-11-20T12:00:00.000Z' }
const live = { ...scheduled, startedAt: scheduled.startsAt }
const endedEarly = { ...live, endedAt: now, endedEarly: true }

const answer = (kind: Reply | null, facts: Partial<Parameters<typeof decideRsvp>[0]> = {}) =>
  decideRsvp({ practice: scheduled, answer: kind, hasCar: true, now, ...facts })
const saved = { outcome: 'saved' }
const refused = (reason: string) => ({ outcome: 'refused', reason })

describe('an RSVP', () => {
  test('as a driver needs a car, no other does', () => {
    expect(answer('driver', { hasCar: false })).toEqual(refused('no-car'))
    expect(answer('archer', { hasCar: false })).toEqual(saved)
    expect(answer(null, { hasCar: false })).toEqual(saved)
  })

  test('is taken until the last millisecond of the practice, live or not, and not once it was ended early', () => {
    for (const kind of [...rsvpKinds, null]) {
      expect(answer(kind, { now: '2026-11-25T00:59:59.999Z' })).toEqual(saved)
      expect(answer(kind, { practice: live })).toEqual(saved)
      expect(answer(kind, { now: endsAt })).toEqual(refused('practice-over'))
      expect(answer(kind, { practice: live, now: endsAt })).toEqual(refused('practice-over'))
      expect(answer(kind, { practice: endedEarly })).toEqual(refused('practice-over'))
    }
  })

  test('to a cancelled practice is refused, but can be withdrawn until its end', () => {
    expect(answer('archer', { practice: cancelled })).toEqual(refused('practice-cancelled'))
    expect(answer('driver', { practice: cancelled })).toEqual(refused('practice-cancelled'))
    for (const kind of [null, 'cant-come'] as const) expect(answer(kind, { practice: cancelled })).toEqual(saved)
    expect(answer(null, { practice: cancelled, now: endsAt })).toEqual(refused('practice-over'))
  })
})

test.each([
  [8, 7],
  [0, 0],
])('a car for %i offers %i seats: one is the driver’s', (capacity, seats) => expect(seatsOffered(capacity)).toBe(seats))
