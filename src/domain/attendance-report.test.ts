import { describe, expect, test } from 'vitest'
import { byWeek, byWeekday, type HeldPractice, noShowsOf, turnoutOf, weekdayOf, weekOf } from './attendance-report.ts'

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
  ['2026-11-29', 'Sunday'],
  // The days on which daylight saving time starts or ends.
  ['2026-03-08', 'Sunday'],
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
  const practices = [held('2026-11-26', 4), held('2026-11-10', 3), held('2026-11-17', 6), held('2026-11-24', 10)]
  const rows = byWeek(practices).map(({ monday, turnout }) => [monday, turnout.practices, turnout.average].join())
  expect(rows).toEqual(['2026-11-09,1,3', '2026-11-16,1,6', '2026-11-23,2,7'])
})
