import { describe, expect, test } from 'vitest'
import { calendarEntry } from './calendar-entry.ts'

const texts = { title: 'Tuesday practice', location: 'Lafayette Range', description: 'Bring water.' }
const times = { startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-11-25T01:00:00.000Z', allDay: false }
const practice = { ...texts, ...times, startsOn: '2026-11-24', lastOn: '2026-11-24', cancelled: false }
const nothing = { answer: null, checkedIn: false }

describe('a practice in a member’s own calendar', () => {
  test('has its times as instants, and leaves the time free until there is an RSVP', () => {
    expect(calendarEntry(practice, nothing)).toEqual({
      title: 'Tuesday practice',
      location: 'Lafayette Range',
      text: 'Bring water.',
      cancelled: false,
      busy: false,
      time: { kind: 'instants', from: '2026-11-24T23:00:00.000Z', to: '2026-11-25T01:00:00.000Z' },
    })
  })

  test.each([
    [{ answer: 'driver', checkedIn: false }, 'You: driver\n\nBring water.'],
    [{ answer: 'archer', checkedIn: true }, 'You: archer, checked in\n\nBring water.'],
    [{ answer: null, checkedIn: true }, 'You: checked in\n\nBring water.'],
  ] as const)('says what it is to the member, and takes the time: %j', (own, text) => {
    expect(calendarEntry(practice, own)).toMatchObject({ text, busy: true })
  })

  test('says only that where the practice has no text of its own', () => {
    const own = { answer: 'driver', checkedIn: false } as const
    expect(calendarEntry({ ...practice, description: '' }, own).text).toBe('You: driver')
    expect(calendarEntry({ ...practice, description: '' }, nothing).text).toBe('')
  })

  test('that was cancelled says so and takes no time', () => {
    const { title, cancelled, busy } = calendarEntry(
      { ...practice, cancelled: true },
      { answer: 'driver', checkedIn: false },
    )
    expect([title, cancelled, busy]).toEqual(['Canceled: Tuesday practice', true, false])
  })

  test.each([
    ['2026-10-31', '2026-11-01', '2026-11-02'],
    ['2028-02-28', '2028-02-28', '2028-02-29'],
  ])('that lasts all day from %s to %s ends before %s', (startsOn, lastOn, to) => {
    const { time } = calendarEntry({ ...practice, allDay: true, startsOn, lastOn }, nothing)
    expect(time).toEqual({ kind: 'days', from: startsOn, to })
  })
})
