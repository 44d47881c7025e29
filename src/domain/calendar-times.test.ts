import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, startOf } from './calendar-day.ts'
import { type CalendarEvent, copyOf, type EventMoment, isPractice, timesOf } from './calendar-sync.ts'

const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000
const seed = 20_261_121
const club = 'America/Indiana/Indianapolis'
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The first and the last day that there are. */
const farDays = [{ on: '0001-01-01' }, { on: '9999-12-31' }]
const evening = { at: '2026-11-24T23:00:00.000Z' }

describe('the times of an event', () => {
  test.each([
    ['no end', null],
    ['an end at its start', evening],
    ['an end before its start', { at: '2026-11-24T22:59:59.999Z' }],
    ['a day for an end', { on: '2026-11-26' }],
  ])('with %s last two hours', (_, end) => {
    expect(timesOf({ start: evening, end }, club).endsAt).toBe('2026-11-25T01:00:00.000Z')
  })

  test('all day last from the local midnight to that of the exclusive end date', () => {
    expect(timesOf({ start: { on: '2026-11-28' }, end: { on: '2026-11-30' } }, club)).toEqual({
      startsAt: '2026-11-28T05:00:00.000Z',
      endsAt: '2026-11-30T05:00:00.000Z',
      allDay: true,
      startsOn: '2026-11-28',
      lastOn: '2026-11-29',
    })
  })

  test.each([
    ['no end', null],
    ['an end on its own day', { on: '2026-11-28' }],
    ['an end on an earlier day', { on: '2026-11-01' }],
    ['a time for an end', { at: '2026-11-30T05:00:00.000Z' }],
  ])('all day with %s last one day', (_, end) => {
    const times = timesOf({ start: { on: '2026-11-28' }, end }, club)
    expect(times).toMatchObject({ endsAt: '2026-11-29T05:00:00.000Z', lastOn: '2026-11-28' })
  })

  // Shows: T48
  test('make sense with any start, end and zone', { timeout }, () => {
    const anyTime = fc.integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2040, 0, 1) }).map((ms) => new Date(ms))
    const moment = fc.oneof(
      anyTime.map((date) => ({ at: date.toISOString() })),
      anyTime.map((date) => ({ on: date.toISOString().slice(0, 10) })),
      fc.constantFrom({ at: evening.at }, { at: '2026-11-25T05:00:00.000Z' }, { on: '2026-11-24' }),
    )
    const odd = fc.constantFrom({ at: '1970-01-01T00:00:00.000Z' }, { at: '9999-12-30T23:59:59.999Z' }, ...farDays)
    const near = fc
      .tuple(moment, fc.integer({ min: -3, max: 3 }), fc.constantFrom(1, 3_600_000, 86_400_000))
      .map(([start, count, unit]) => ({ start, end: shifted(start, count * unit) }))
    const anyShape = fc.oneof(near, fc.record({ start: moment, end: fc.option(fc.oneof(moment, odd)) }))
    const zone = fc.constantFrom(club, 'UTC', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Havana', 'Asia/Amman')
    const property = fc.property(anyShape, zone, expectSane)
    fc.assert(property, { seed, numRuns: many ? 100_000 : 2_000 })
  })

  function shifted(moment: EventMoment, ms: number): EventMoment {
    const text = new Date(Date.parse('on' in moment ? moment.on : moment.at) + ms).toISOString()
    return 'on' in moment ? { on: text.slice(0, 10) } : { at: text }
  }

  /** The end is after the start, the days match the two instants, and the start is the event's. */
  function expectSane(event: { start: EventMoment; end: EventMoment | null }, zone: string) {
    const times = timesOf(event, zone)
    expect(times.startsAt).toMatch(instant)
    expect(times.endsAt).toMatch(instant)
    expect(times.startsAt < times.endsAt).toBe(true)
    expect(times.startsAt).toBe('on' in event.start ? startOf(event.start.on, zone) : event.start.at)
    expect(times.startsOn).toBe(dayOf(Date.parse(times.startsAt), zone))
    expect(times.lastOn).toBe(dayOf(Date.parse(times.endsAt) - 1, zone))
    expect(times.startsOn <= times.lastOn).toBe(true)
    expect(times.allDay).toBe('on' in event.start)
    const { start, end } = event
    if ('at' in start && end && 'at' in end && end.at > start.at) expect(times.endsAt).toBe(end.at)
    if ('on' in start && end && 'on' in end && end.on > start.on) expect(times.endsAt).toBe(startOf(end.on, zone))
  }
})

const event: CalendarEvent = {
  id: 'e1',
  iCalUid: 'u1@club',
  originalStart: { at: '2026-11-24T22:00:00.000Z' },
  status: 'confirmed',
  summary: ' Practice, barebow ',
  location: 'The Range',
  description: 'Bring water.',
  organizer: 'officers@purdue.edu',
  start: evening,
  end: { at: '2026-11-25T01:00:00.000Z' },
}

describe('the copy of an event', () => {
  // Shows: 3.33
  test('has the id, texts and times of the event, and where it comes from', () => {
    expect(copyOf(event, 'ics', club)).toEqual({
      eventId: 'e1',
      source: 'ics',
      icalUid: 'u1@club',
      originalStart: '2026-11-24T22:00:00.000Z',
      title: 'Practice, barebow',
      location: 'The Range',
      description: 'Bring water.',
      organizer: 'officers@purdue.edu',
      startsAt: '2026-11-24T23:00:00.000Z',
      endsAt: '2026-11-25T01:00:00.000Z',
      allDay: false,
      startsOn: '2026-11-24',
      lastOn: '2026-11-24',
    })
  })

  test.each(['', ' ', '\t\n'])('without a title (%j) is called Practice', (summary) => {
    expect(copyOf({ ...event, summary }, 'google', club).title).toBe('Practice')
  })

  test('has the day of an all-day original start, and nothing for a single event', () => {
    expect(copyOf({ ...event, originalStart: { on: '2026-11-24' } }, 'google', club).originalStart).toBe('2026-11-24')
    expect(copyOf({ ...event, originalStart: null }, 'google', club).originalStart).toBe('')
  })
})

test.each([
  ['Board meeting', undefined, true],
  ['Evening PRACTICE', 'practice', true],
  ['Board meeting', 'practice', false],
  ['', 'practice', false],
])('an event called %j is a practice with the filter %j: %s', (summary, titleFilter, expected) => {
  expect(isPractice({ ...event, summary }, { titleFilter, personalEvents: false })).toBe(expected)
})
