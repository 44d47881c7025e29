import { describe, expect, test } from 'vitest'
import { createClubTimes, type When } from './club-times.ts'

const club = 'America/Indiana/Indianapolis'
const times = createClubTimes(club, club)
const at = (text: string) => Date.parse(text)

function practice(startsAt: string, endsAt: string, days: Partial<When> = {}): When {
  const startsOn = times.dayOf(at(startsAt))
  return { startsAt, endsAt, allDay: false, startsOn, lastOn: times.dayOf(at(endsAt) - 1), ...days }
}
/** Replaces no-break spaces, which are a matter of layout. */
const plain = (text: string | null) => text?.replaceAll('\u00A0', ' ')

const tuesday = practice('2026-11-24T23:00:00.000Z', '2026-11-25T01:00:00.000Z')

test('a field for a time of day has it in the club zone, from 00 to 23', () => {
  const fields = ['2026-11-24T23:05:00.000Z', '2026-11-25T05:00:00.000Z'].map((text) => times.timeField(at(text)))
  expect(fields).toEqual(['18:05', '00:00'])
})

describe('when', () => {
  const now = at('2026-11-21T15:00:00.000Z')
  const timeOf = (startsAt: string, endsAt: string, zoned = times) =>
    plain(zoned.when(practice(startsAt, endsAt), now).time)

  test('a practice reads as its date in the club zone, and another year is named', () => {
    expect(times.when(tuesday, now).date).toBe('Tue, Nov 24')
    const january = practice('2027-01-05T23:00:00.000Z', '2027-01-06T01:00:00.000Z')
    expect(times.when(january, now).date).toBe('Tue, Jan 5, 2027')
  })
  test('a practice is asked about by its day and its start', () => {
    const said = (nowText: string, more: Partial<When> = {}) =>
      plain(times.inSpeech({ ...tuesday, ...more }, at(nowText)))
    expect(said('2026-11-24T15:00:00.000Z')).toBe('Today, 6 PM')
    expect(said('2026-11-23T15:00:00.000Z')).toBe('Tomorrow, 6 PM')
    expect(said('2026-11-18T15:00:00.000Z')).toBe('Tuesday, 6 PM')
    expect(said('2026-11-17T15:00:00.000Z')).toBe('Tue, Nov 24, 6 PM')
    expect(said('2026-11-22T15:00:00.000Z', { allDay: true })).toBe('Tuesday')
  })

  test.each([
    ['times in the club zone', tuesday.startsAt, tuesday.endsAt, '6:00 – 8:00 PM'],
    ['AM and PM where they differ', '2026-11-24T16:00:00.000Z', '2026-11-24T18:00:00.000Z', '11:00 AM – 1:00 PM'],
    ['midnight after the evening before', '2026-11-25T01:00:00.000Z', '2026-11-25T05:00:00.000Z', '8:00 PM – midnight'],
    ['a later day', '2026-11-24T23:00:00.000Z', '2026-11-26T19:00:00.000Z', '6:00 PM – Thu, Nov 26, 2:00 PM'],
    // November 1, 2026: at 2 AM it becomes 1 AM again. In summer, the same wall clock is an hour apart in UTC.
    ['a change of the clocks', '2026-11-01T04:30:00.000Z', '2026-11-01T08:00:00.000Z', '12:30 – 3:00 AM'],
  ])('its times read as they are spoken: %s', (_, startsAt, endsAt, text) => {
    expect(timeOf(startsAt, endsAt)).toBe(text)
  })

  test('the zone is added where the phone shows another time', () => {
    const chicago = createClubTimes(club, 'America/Chicago')
    expect(timeOf(tuesday.startsAt, tuesday.endsAt, chicago)).toBe('6:00 – 8:00 PM ET')
    expect(plain(chicago.clock(at('2026-11-24T23:04:00.000Z')))).toBe('6:04 PM ET')
  })

  test('an all-day practice reads as a date', () => {
    const days = { allDay: true, startsOn: '2026-11-28', lastOn: '2026-11-28' }
    const open = practice('2026-11-28T05:00:00.000Z', '2026-11-29T05:00:00.000Z', days)
    expect(times.when(open, now)).toEqual({ date: 'Sat, Nov 28', time: null })
    const weekend = { ...open, lastOn: '2026-11-29', endsAt: '2026-11-30T05:00:00.000Z' }
    expect(times.when(weekend, now).date).toBe('Sat, Nov 28 – Sun, Nov 29')
  })
})

describe('relative', () => {
  const relative = (now: string, which = tuesday) => times.relative(which, at(now))
  test.each([
    ['2026-11-08T15:00:00.000Z', 'in 2 weeks'],
    // By the calendar: from Monday, 11 PM to Tuesday, 6 PM.
    ['2026-11-24T04:00:00.000Z', 'tomorrow'],
    ['2026-11-24T21:30:00.000Z', 'in 1 h 30 min'],
    ['2026-11-24T22:35:00.000Z', 'in 25 min'],
    ['2026-11-24T23:00:00.000Z', 'starting now'],
    ['2026-11-24T23:10:00.000Z', 'started 10 min ago'],
  ])('at %s it is %s', (now, text) => expect(relative(now)).toBe(text))
  test('an all-day practice is today, tomorrow or in days', () => {
    const days = { allDay: true, startsOn: '2026-11-28', lastOn: '2026-11-29' }
    const open = practice('2026-11-28T05:00:00.000Z', '2026-11-30T05:00:00.000Z', days)
    expect(relative('2026-11-28T04:30:00.000Z', open)).toBe('tomorrow')
    expect(relative('2026-11-28T05:00:00.000Z', open)).toBe('today')
  })
})

describe('moments', () => {
  const now = at('2026-11-24T23:30:00.000Z')
  test('an end today is a time, midnight a word, another day is named', () => {
    expect(plain(times.until(at('2026-11-25T01:00:00.000Z'), now))).toBe('until 8:00 PM')
    expect(times.until(at('2026-11-25T05:00:00.000Z'), now)).toBe('until midnight')
    expect(times.until(at('2026-11-30T05:00:00.000Z'), now)).toBe('until the end of Sun, Nov 29')
    expect(plain(times.until(at('2026-11-29T19:00:00.000Z'), now))).toBe('until Sun, Nov 29, 2:00 PM')
  })
})
