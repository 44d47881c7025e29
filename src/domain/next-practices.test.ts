import { describe, expect, test } from 'vitest'
import { dayOf } from './calendar-day.ts'
import { type Practice, selectNextPractices } from './practices.ts'

const club = 'America/Indiana/Indianapolis'
const now = '2026-11-24T15:00:00.000Z'
type Listed = Practice & { startsOn: string }

/** Lasts two hours from `startsAt`. */
function practice(startsAt: string, set: Partial<Listed> = {}): Listed {
  return {
    id: startsAt,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + 7_200_000).toISOString(),
    ...{ cancelledAt: null, startedAt: null, endedAt: null, endedEarly: false },
    startsOn: dayOf(Date.parse(startsAt), club),
    ...set,
  }
}

const next = (practices: Listed[], at = now, facts = { lookAheadDays: 10, atMost: 3 }) =>
  selectNextPractices(practices, { now: at, ...facts }).map(({ id }) => id)

const hour = (time: string, set: Partial<Listed> = {}) => practice(`2026-11-24T${time}:00.000Z`, set)

describe('the next practices', () => {
  // Shows: 9.7
  test('are three at most, the first ones', () => {
    const day = ['16:00', '17:00', '18:00', '19:00'].map((time) => hour(time))
    expect(next(day)).toEqual(day.slice(0, 3).map(({ id }) => id))
    expect(next(day, now, { lookAheadDays: 10, atMost: 1 })).toEqual([day[0]?.id])
  })

  // Shows: 9.8
  test('are all on the local date of the first: what begins after midnight waits', () => {
    const evening = practice('2026-11-25T04:30:00.000Z')
    const night = practice('2026-11-25T05:00:00.000Z')
    expect(next([hour('23:00'), evening, night])).toEqual([hour('23:00').id, evening.id])
    expect(next([night, practice('2026-11-25T23:00:00.000Z')])).toHaveLength(2)
  })

  // Shows: 9.6
  test('are looked for 10 days ahead, to the millisecond', () => {
    const inTenDays = practice('2026-12-04T15:00:00.000Z')
    expect(next([inTenDays])).toEqual([inTenDays.id])
    expect(next([inTenDays], '2026-11-24T14:59:59.999Z')).toEqual([])
    expect(next([practice('2026-12-04T15:00:00.001Z')])).toEqual([])
  })

  test('leave out what is over, was started, or is canceled', () => {
    const over = practice('2026-11-24T13:00:00.000Z')
    const others = [hour('16:00', { startedAt: now }), hour('17:00', { cancelledAt: now }), hour('18:00')]
    expect(next([over, ...others])).toEqual([hour('18:00').id])
  })
})
