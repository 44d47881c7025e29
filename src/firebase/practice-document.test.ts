import { expect, test } from 'vitest'
import type { Fields } from './documents/values.ts'
import { type PracticeFacts, readPractice } from './practice-document.ts'

const now = new Date('2026-11-24T22:50:00Z')
const club = { timeZone: 'America/Indiana/Indianapolis', emailDomain: 'purdue.edu', now }
const start = { dateTime: '2026-09-01T18:00:00-04:00' }

function read(id: string, fields: Fields) {
  const told: string[] = []
  const practice = readPractice(id, fields, club, (field, why, done) => told.push(`${field}: ${why}. ${done}`))
  return { practice: practice as PracticeFacts, told }
}

test('a practice gets the next best start and end that it has, which is reported', () => {
  const times = { startDateTime: '2026-09-01T22:00:00Z', endDateTime: '2026-09-02T01:00:00Z' }
  const { practice, told } = read('p1', { googleEvent: { start: 'early', end: 'late' }, ...times })
  expect(practice.copy).toMatchObject({ startsAt: '2026-09-01T22:00:00.000Z', endsAt: '2026-09-02T01:00:00.000Z' })
  expect(told).toEqual([
    'googleEvent.end: “late” isn’t a time. Imported from endDateTime.',
    'googleEvent.start: “early” isn’t a time. Imported from startDateTime.',
  ])
})

test('a day of a series that is named after it alone is one of that series', () => {
  const { practice, told } = read('abc123_20260915', { googleEvent: { summary: 'Camp' } })
  const series = { icalUid: 'abc123@google.com', originalStart: '2026-09-15' }
  expect(practice.copy).toMatchObject({ ...series, allDay: true, startsOn: '2026-09-15', lastOn: '2026-09-15' })
  expect(told).toEqual(['googleEvent.start: it has none. Imported from the event’s id.'])
})

test.each<[unknown, string]>([
  ['Tuesday', 'isn’t a time'],
  ['2026-09-02T00:00:01Z', 'is after the end'],
  ['2026-11-24T23:00:00Z', 'is in the future'],
])('a start at “%s” is reported, and replaced by the planned start', (startedAt, why) => {
  const { practice, told } = read('p1', { googleEvent: { start }, startedAt: startedAt as string })
  expect(practice.startedAt).toBe('2026-09-01T22:00:00.000Z')
  expect(told.map((each) => each.replace(/“.*” /, ''))).toEqual([`startedAt: ${why}. Imported as its planned start.`])
})
