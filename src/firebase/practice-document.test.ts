import { describe, expect, test } from 'vitest'
import type { Fields } from './documents/values.ts'
import { type PracticeFacts, readPractice } from './practice-document.ts'

const club = {
  timeZone: 'America/Indiana/Indianapolis',
  emailDomain: 'purdue.edu',
  now: new Date('2026-11-24T22:50:00Z'),
}
const start = { dateTime: '2026-09-01T18:00:00-04:00' }

function read(id: string, fields: Fields) {
  const told: string[] = []
  const practice = readPractice(id, fields, club, (field, why, done) => told.push(`${field}: ${why}. ${done}`))
  return { practice: practice as PracticeFacts, told }
}

describe('a practice whose start can be read', () => {
  test.each<[string, Fields, string]>([
    [
      'an end',
      { end: { dateTime: 'soon' } },
      'end: “{"dateTime":"soon"}” isn’t a time. Imported as two hours after the start.',
    ],
    ['an end', { end: true }, 'end: “true” isn’t a time. Imported as two hours after the start.'],
    ['a UID', { iCalUID: 7 }, 'iCalUID: “7” isn’t an id. Left out.'],
    ['a series', { recurringEventId: ['abc'] }, 'recurringEventId: “["abc"]” isn’t an id. Left out.'],
    [
      'an original start',
      { originalStartTime: { date: '2026-02-30' } },
      'originalStartTime: “{"date":"2026-02-30"}” isn’t a time. Left out.',
    ],
  ])('is taken without %s that can’t be', (_, bad, why) => {
    const { practice, told } = read('p1', { googleEvent: { start, ...bad }, members: ['ana'] })
    expect(told).toEqual([`googleEvent.${why}`])
    expect([practice.copy.startsAt, practice.copy.endsAt, practice.members]).toEqual([
      '2026-09-01T22:00:00.000Z',
      '2026-09-02T00:00:00.000Z',
      ['ana'],
    ])
    expect([practice.copy.icalUid, practice.copy.originalStart]).toEqual(['p1@google.com', ''])
  })

  test('has the next best end and start of those that it names, which is told', () => {
    const times = { startDateTime: '2026-09-01T22:00:00Z', endDateTime: '2026-09-02T01:00:00Z' }
    const { practice, told } = read('p1', { googleEvent: { start: 'early', end: 'late' }, ...times })
    expect([practice.copy.startsAt, practice.copy.endsAt]).toEqual([
      '2026-09-01T22:00:00.000Z',
      '2026-09-02T01:00:00.000Z',
    ])
    expect(told).toEqual([
      'googleEvent.end: “late” isn’t a time. Imported from endDateTime.',
      'googleEvent.start: “early” isn’t a time. Imported from startDateTime.',
    ])
  })
})

test('a day of a series that is named after it alone is one of that series', () => {
  const { practice, told } = read('abc123_20260915', { googleEvent: { summary: 'Camp' } })
  expect(practice.copy).toMatchObject({ icalUid: 'abc123@google.com', originalStart: '2026-09-15' })
  expect(practice.copy).toMatchObject({ allDay: true, startsOn: '2026-09-15', lastOn: '2026-09-15' })
  expect(told).toEqual(['googleEvent.start: it has none. Imported from the event’s id.'])
})

test('an event that says when it was to begin is one of a series, whatever it is called', () => {
  const event = { iCalUID: 'uid@example.com', originalStartTime: { dateTime: '2026-09-01T22:00:00.000Z' }, start }
  const { copy } = read('p1', { googleEvent: event }).practice
  expect([copy.icalUid, copy.originalStart]).toEqual(['uid@example.com', '2026-09-01T22:00:00.000Z'])
})

test.each<[unknown, string]>([
  ['Tuesday', 'isn’t a time'],
  ['2026-09-02T00:00:01Z', 'is after the end'],
  ['2026-11-24T23:00:00Z', 'is in the future'],
])('a start at “%s” is told of, and taken as when it was to begin', (startedAt, why) => {
  const { practice, told } = read('p1', { googleEvent: { start }, startedAt: startedAt as string })
  expect(practice.startedAt).toBe('2026-09-01T22:00:00.000Z')
  expect(told.map((each) => each.replace(/“.*” /, ''))).toEqual([`startedAt: ${why}. Imported as its planned start.`])
})

test('an early end that is neither yes nor no is told of', () => {
  const { practice, told } = read('p1', { googleEvent: { start }, endedEarly: 'perhaps' })
  expect([practice.endedEarly, told]).toEqual([
    false,
    ['endedEarly: “perhaps” is neither yes nor no. Imported as not ended early.'],
  ])
  for (const no of [false, null, 'No', ''])
    expect(read('p1', { googleEvent: { start }, endedEarly: no }).told).toEqual([])
})
