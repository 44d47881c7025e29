import { describe, expect, test } from 'vitest'
import { dayOf, startOfNextDay } from './calendar-day.ts'
import { isTimeZone, problemOfTimeZone } from './time-zone.ts'

const zones = ['America/Chicago', 'america/chicago', 'EST5EDT', 'US/Eastern', 'utc', 'UTC', 'Etc/GMT+5', 'Asia/Kolkata']

describe('a time zone', () => {
  test.each(zones)('%s can be computed with and formatted', (name) => {
    expect(problemOfTimeZone(name)).toBeNull()
    expect(dayOf(0, name)).toMatch(/^19\d\d-\d\d-\d\d$/)
    expect(startOfNextDay(0, name)).toMatch(/Z$/)
    expect(new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0)).toMatch(/\d/)
  })

  test('may be any that Intl lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([])
  })

  test.each([
    ['cdt', 'America/Chicago'],
    ['Central Standard Time', 'America/Chicago'],
    ['EDT', 'America/New_York'],
    ['PST', 'America/Los_Angeles'],
    ['Indiana', 'America/Indiana/Indianapolis'],
    ['America/New York', 'America/New_York'],
    [' America/Denver ', 'America/Denver'],
    ['Chicago', 'America/Chicago'],
    ['Z', 'UTC'],
    ['America/Nowhere', 'America/Chicago'],
    ['', 'America/Chicago'],
    ['2026-01-01T00:00Z[America/Denver]', 'America/Chicago'],
    ['x\n'.repeat(100), 'America/Chicago'],
  ])('%j is none, and %s may be meant', (name, meant) => {
    const said = `should be an IANA time zone like ${meant}, not ${JSON.stringify(name.slice(0, 60))}`
    expect(problemOfTimeZone(name)).toBe(said)
    expect(isTimeZone(meant)).toBe(true)
  })

  test.each(['+02:00', '-05', 'GMT+2', 'utc-5', 'UTC +1'])('%s is an offset, which is none', (name) => {
    expect(problemOfTimeZone(name)).toBe(
      `should be an IANA time zone like America/Chicago, not "${name}", which doesn’t know daylight saving time`,
    )
  })
})
