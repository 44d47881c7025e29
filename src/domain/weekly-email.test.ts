import { describe, expect, test } from 'vitest'
import { dueWeek } from './weekly-email.ts'

const zone = 'America/Indiana/Indianapolis'
const sunday = { day: 'Sunday', time: '18:00' } as const
const at = (utc: string) => dueWeek(sunday, Date.parse(`2026-${utc}:00.000Z`), zone)

describe('the weekly email', () => {
  test.each([
    ['a minute early', '11-22T22:59', null],
    ['on time', '11-22T23:00', '2026-11-22'],
    ['late at night', '11-23T03:00', null],
    ['in the morning after an outage', '11-23T13:00', '2026-11-22'],
    ['just within two days', '11-24T22:59', '2026-11-22'],
    ['two days late', '11-24T23:00', null],
    // Clocks go back at 2 AM on November 1, and forward on March 8.
    ['on the day that has 25 hours', '11-01T23:00', '2026-11-01'],
    ['an hour before, on that day', '11-01T22:30', null],
    ['on the day that has 23 hours', '03-08T22:00', '2026-03-08'],
  ])('%s', (_, now, week) => {
    expect(at(now)?.week ?? null).toBe(week)
  })
})
