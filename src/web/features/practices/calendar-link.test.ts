import { describe, expect, test } from 'vitest'
import { calendarFileLink, googleCalendarLink } from './calendar-link.ts'

const texts = { title: 'Tuesday & friends #1', location: 'Lafayette Range', description: 'Bring water.\nAnd a coat.' }
const times = { startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-11-25T01:00:00.000Z', allDay: false }
const practice = { id: 'abc_20261124T230000Z', ...texts, ...times, startsOn: '2026-11-24', lastOn: '2026-11-24' }
const zone = 'America/Indiana/Indianapolis'
const filledIn = (given: typeof practice) => Object.fromEntries(new URL(googleCalendarLink(given, zone)).searchParams)

describe('the link to Google Calendar', () => {
  test('fills the practice in', () => {
    expect(filledIn(practice)).toEqual({
      action: 'TEMPLATE',
      text: 'Tuesday & friends #1',
      dates: '20261124T230000Z/20261125T010000Z',
      ctz: zone,
      location: 'Lafayette Range',
      details: 'Bring water.\nAnd a coat.',
    })
  })

  test('gives an all-day practice by its days, the last one exclusive, also at the end of a month', () => {
    expect(filledIn({ ...practice, allDay: true, startsOn: '2026-11-28', lastOn: '2026-11-30' })).toMatchObject({
      dates: '20261128/20261201',
    })
  })

  test('says nothing where there is nothing to say, and not more than fits into an address', () => {
    const bare = filledIn({ ...practice, location: '', description: '' })
    expect([bare.location, bare.details]).toEqual([undefined, undefined])
    expect(filledIn({ ...practice, description: 'x'.repeat(5000) }).details).toHaveLength(1000)
  })
})

// Shows: ASVS 1.2.2
test('the link to the file holds any id that a calendar has given', () => {
  const id = 'a/b?c&d=é@google.com'
  const link = new URL(calendarFileLink({ id }), 'http://localhost')
  expect([link.pathname, link.searchParams.get('id')]).toEqual(['/practice.ics', id])
})
