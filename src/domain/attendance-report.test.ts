import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byWeek,
  byWeekday,
  type HeldPractice,
  noShowsOf,
  turnoutOf,
  weekdayOf,
  weekdays,
  weekOf,
} from './attendance-report.ts'

const held = (startsOn: string, attended: number, answered = 0, came = 0): HeldPractice => ({
  startsOn,
  attended,
  answered,
  came,
})

describe('the turnout', () => {
  test('of no practice has no average and no rate', () => {
    const counts = { practices: 0, attended: 0, answered: 0, noShows: 0 }
    expect(turnoutOf([])).toEqual({ ...counts, average: null, noShowRate: null })
  })

  test('counts attendees with and without an RSVP, and no-shows among those with one', () => {
    const turnout = turnoutOf([held('2026-11-24', 12, 10, 8), held('2026-11-26', 5)])
    const counts = { practices: 2, attended: 17, answered: 10, noShows: 2 }
    expect(turnout).toEqual({ ...counts, average: 8.5, noShowRate: 0.2 })
  })

  test('has no rate without RSVPs, and a rate of 0 if all who sent one came', () => {
    expect(turnoutOf([held('2026-11-24', 3)]).noShowRate).toBeNull()
    expect(turnoutOf([held('2026-11-24', 3, 3, 3)]).noShowRate).toBe(0)
    expect(noShowsOf({ answered: 3, came: 0 })).toBe(3)
  })
})

test.each([
  ['2026-11-23', 'Monday'],
  ['2026-11-24', 'Tuesday'],
  ['2026-11-29', 'Sunday'],
  // The days on which daylight saving time starts or ends.
  ['2026-03-08', 'Sunday'],
  ['2026-11-01', 'Sunday'],
  ['2024-02-29', 'Thursday'],
])('%s is a %s', (day, weekday) => expect(weekdayOf(day)).toBe(weekday))

test('the turnout by weekday starts with Monday and leaves out days without practices', () => {
  const practices = [held('2026-11-26', 4), held('2026-11-24', 10, 8, 4), held('2026-11-17', 6), held('2026-11-22', 1)]
  const rows = byWeekday(practices).map(({ weekday, turnout: { practices, average, noShowRate } }) =>
    [weekday, practices, average, noShowRate].join(),
  )
  expect(rows).toEqual(['Tuesday,2,8,0.5', 'Thursday,1,4,', 'Sunday,1,1,'])
})

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2026-01-01', '2025-12-29'],
])('the week of %s begins on Monday, %s', (day, monday) => expect(weekOf(day)).toBe(monday))

test('the turnout by week starts with the first week, in any order of the practices', () => {
  const practices = [held('2026-11-26', 4), held('2026-11-17', 6), held('2026-11-24', 10)]
  const rows = byWeek(practices).map(({ monday, turnout }) => [monday, turnout.practices, turnout.average].join())
  expect(rows).toEqual(['2026-11-16,1,6', '2026-11-23,2,7'])
})

test('however practices are grouped, no head and no no-show is lost or counted twice', () => {
  const practice = fc
    .record({
      startsOn: fc
        .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
        .map((at) => at.toISOString().slice(0, 10)),
      came: fc.nat(60),
      silent: fc.nat(60),
      away: fc.nat(60),
    })
    .map(({ startsOn, came, silent, away }) => held(startsOn, came + silent, came + away, came))
  fc.assert(
    fc.property(fc.array(practice), (practices) => {
      const whole = turnoutOf(practices)
      for (const groups of [byWeekday(practices), byWeek(practices)]) {
        for (const of of ['practices', 'attended', 'answered', 'noShows'] as const)
          expect(groups.reduce((total, { turnout }) => total + turnout[of], 0)).toBe(whole[of])
      }
      const order = byWeekday(practices).map(({ weekday }) => weekdays.indexOf(weekday))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }),
  )
})
