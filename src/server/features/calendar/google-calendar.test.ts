import { describe, expect, test } from 'vitest'
import { type FakeGoogleCalendar, googleError, startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import type { CalendarValidators } from './calendar-source.ts'
import { createGoogleSource, type GoogleOptions } from './google-calendar.ts'

const window = { from: '2026-10-05T04:00:00.000Z', to: '2027-01-05T05:00:00.000Z' }
const calendarId = 'c_8f3a#club@group.calendar.google.com'
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'
const startClub = () => startFakeGoogleCalendar({ calendarId, apiKey })

function sourceOf(google: FakeGoogleCalendar, more: Partial<GoogleOptions> = {}) {
  return createGoogleSource({ calendarId, apiKey, baseUrl: google.url, ...more })
}

async function readAnswer(google: FakeGoogleCalendar, validators: CalendarValidators | null = null) {
  const reading = await sourceOf(google).read({ window, validators })
  if (reading.outcome !== 'answer') throw new Error(`not an answer: ${JSON.stringify(reading)}`)
  return reading
}

function putMany(google: FakeGoogleCalendar, count: number) {
  for (let index = 0; index < count; index += 1) {
    const at = Temporal.Instant.from('2026-10-06T22:00:00Z').add({ minutes: 10 * index })
    google.events.put({ id: `event${index}`, start: { dateTime: at.toString() } })
  }
}

describe('an event of Google', () => {
  // Shows: 3.33, 7.42
  test('arrives with its texts, its organizer and UTC instants', async () => {
    await using google = await startClub()
    google.events.put({
      id: 'one',
      summary: 'Tuesday practice',
      location: 'Lafayette Range',
      description: 'Bring arrows',
      organizer: { email: 'officer@purdue.edu' },
      start: { dateTime: '2026-10-06T18:00:00-04:00', timeZone: 'America/Indiana/Indianapolis' },
      end: { dateTime: '2026-10-06T20:00:00-04:00', timeZone: 'America/Indiana/Indianapolis' },
    })
    const { answer, noted } = await readAnswer(google)
    expect(answer).toEqual({
      window,
      events: [
        {
          id: 'one',
          iCalUid: 'one@google.com',
          originalStart: null,
          status: 'confirmed',
          summary: 'Tuesday practice',
          location: 'Lafayette Range',
          description: 'Bring arrows',
          organizer: 'officer@purdue.edu',
          start: { at: '2026-10-06T22:00:00.000Z' },
          end: { at: '2026-10-07T00:00:00.000Z' },
        },
      ],
    })
    expect(noted).toEqual({ count: 0, notes: [], incomplete: 0, incompleteIds: [] })
  })

  // Shows: 3.34, 7.42
  test('that lasts whole days has days, whatever the zone', async () => {
    await using google = await startClub()
    google.events.put({ id: 'trip', start: { date: '2026-10-31' }, end: { date: '2026-11-02' } })
    const { answer } = await readAnswer(google)
    expect(answer.events).toMatchObject([{ start: { on: '2026-10-31' }, end: { on: '2026-11-02' } }])
  })

  test('of a weekly series keeps its time of day over both clock changes, its UID and its original start', async () => {
    await using google = await startClub()
    google.events.putSeries({
      id: 'weekly',
      start: { dateTime: '2026-10-25T18:00:00', timeZone: 'America/Indiana/Indianapolis' },
      minutes: 120,
      weeks: 3,
    })
    google.events.change('weekly_20261025T220000Z', { start: { dateTime: '2026-10-26T19:00:00-04:00' } })
    const { answer } = await readAnswer(google)
    expect(answer.events.map(({ id, iCalUid, originalStart, start }) => [id, iCalUid, originalStart, start])).toEqual([
      [
        'weekly_20261025T220000Z',
        'weekly@google.com',
        { at: '2026-10-25T22:00:00.000Z' },
        { at: '2026-10-26T23:00:00.000Z' },
      ],
      [
        'weekly_20261101T230000Z',
        'weekly@google.com',
        { at: '2026-11-01T23:00:00.000Z' },
        { at: '2026-11-01T23:00:00.000Z' },
      ],
      [
        'weekly_20261108T230000Z',
        'weekly@google.com',
        { at: '2026-11-08T23:00:00.000Z' },
        { at: '2026-11-08T23:00:00.000Z' },
      ],
    ])
  })

  test('that was deleted is told as cancelled; one that Google forgot is not told at all', async () => {
    await using google = await startClub()
    google.events.put({ id: 'kept' })
    google.events.put({ id: 'deleted' })
    google.events.put({ id: 'forgotten' })
    google.events.cancel('deleted')
    google.events.remove('forgotten')
    const { answer } = await readAnswer(google)
    expect(answer.events.map(({ id, status }) => [id, status])).toEqual([
      ['deleted', 'cancelled'],
      ['kept', 'confirmed'],
    ])
  })

  // Shows: 7.40, 7.41
  test('is asked for one by one, in the order of their start', async () => {
    await using google = await startClub()
    await readAnswer(google)
    expect(Object.fromEntries(google.requests[0]?.query ?? [])).toMatchObject({
      singleEvents: 'true',
      orderBy: 'startTime',
    })
  })

  test('is asked for within the window only', async () => {
    await using google = await startClub()
    google.events.put({
      id: 'ends-as-the-window-begins',
      start: { dateTime: '2026-10-05T02:00:00Z' },
      end: { dateTime: '2026-10-05T04:00:00Z' },
    })
    google.events.put({
      id: 'reaches-in',
      start: { dateTime: '2026-10-05T02:00:00Z' },
      end: { dateTime: '2026-10-05T04:00:01Z' },
    })
    google.events.put({ id: 'last', start: { dateTime: '2027-01-05T04:59:00Z' } })
    google.events.put({ id: 'after', start: { dateTime: '2027-01-05T05:00:00Z' } })
    const { answer } = await readAnswer(google)
    expect(answer.events.map(({ id }) => id)).toEqual(['reaches-in', 'last'])
  })
})

describe('pages', () => {
  // Shows: T54
  test.each([1, 2, 3, 19, 20])('%i of them give every event', async (pages) => {
    await using google = await startClub()
    google.pageSize = 3
    putMany(google, pages * 3)
    const { answer } = await readAnswer(google)
    expect(new Set(answer.events.map(({ id }) => id)).size).toBe(pages * 3)
    expect(google.requests).toHaveLength(pages)
  })

  // Shows: T54
  test('21 of them are no answer at all', async () => {
    await using google = await startClub()
    google.pageSize = 3
    putMany(google, 61)
    const reading = await sourceOf(google).read({ window, validators: null })
    expect(reading).toMatchObject({ outcome: 'failure', failure: { kind: 'bad-answer' } })
    expect(google.requests).toHaveLength(20)
  })

  test.each([1, 2, 3])('are no answer when the one after %i fails', async (after) => {
    await using google = await startClub()
    google.pageSize = 5
    putMany(google, 20)
    google.fault({ kind: 'answer', status: 500 }, { after })
    const reading = await sourceOf(google).read({ window, validators: null })
    expect(reading).toMatchObject({ outcome: 'failure', failure: { kind: 'unreachable' } })
  })

  test('that lead round in a circle are no answer', async () => {
    await using google = await startClub()
    const body = JSON.stringify({ items: [], nextPageToken: 'again' })
    google.fault({ kind: 'answer', body })
    const reading = await sourceOf(google).read({ window, validators: null })
    expect(reading).toMatchObject({ outcome: 'failure', failure: { kind: 'bad-answer' } })
    expect(google.requests.length).toBeLessThan(5)
  })

  test('between which the calendar changed are read once more', async () => {
    await using google = await startClub()
    google.pageSize = 2
    putMany(google, 4)
    const changing: typeof fetch = async (...request) => {
      const response = await fetch(...request)
      // Moves the last event to a page that has already been read.
      if (google.requests.length === 1) google.events.change('event3', { start: { dateTime: '2026-10-06T21:00:00Z' } })
      return response
    }
    const reading = await sourceOf(google, { fetch: changing }).read({ window, validators: null })
    const { answer, validators } = reading.outcome === 'answer' ? reading : await Promise.reject(reading)
    expect(answer.events.map(({ id }) => id)).toEqual(['event3', 'event0', 'event1', 'event2'])
    expect(validators).not.toBeNull()
  })

  test('with one id twice give the event once, as the later page has it', async () => {
    await using google = await startClub()
    const item = { id: 'twice', start: { date: '2026-10-06' } }
    google.fault({ kind: 'answer', body: JSON.stringify({ items: [item], nextPageToken: 'p2' }) }, { times: 1 })
    const later = google.requested(1).then(() => {
      google.fault({ kind: 'answer', body: JSON.stringify({ items: [{ ...item, summary: 'Moved' }] }) })
    })
    const { answer } = await readAnswer(google)
    await later
    expect(answer.events).toMatchObject([{ id: 'twice', summary: 'Moved' }])
  })
})

describe('an unchanged calendar', () => {
  test.each([1, 4])('of %i pages costs one 304 a page', async (pages) => {
    await using google = await startClub()
    google.pageSize = 3
    putMany(google, pages * 3)
    const { validators } = await readAnswer(google)
    google.requests.length = 0
    const stored = JSON.parse(JSON.stringify(validators))
    expect(await sourceOf(google).read({ window, validators: stored })).toEqual({ outcome: 'unchanged', validators })
    expect(google.requests.map(({ status }) => status)).toEqual(Array(pages).fill(304))
  })

  test('that then changes is read whole, on whichever page the change is', async () => {
    await using google = await startClub()
    google.pageSize = 2
    putMany(google, 6)
    for (const changed of ['event0', 'event3', 'event5']) {
      const { validators } = await readAnswer(google)
      google.events.change(changed, { summary: 'New title' })
      const { answer } = await readAnswer(google, validators)
      expect(answer.events).toHaveLength(6)
      expect(answer.events.find(({ id }) => id === changed)?.summary).toBe('New title')
    }
  })

  test('whose pages differ only at the end is read whole, though the first page says 304', async () => {
    await using google = await startClub()
    google.pageSize = 2
    putMany(google, 4)
    const { validators } = await readAnswer(google)
    google.requests.length = 0
    google.events.change('event3', { summary: 'New title' })
    google.fault({ kind: 'answer', status: 304 }, { times: 1 })
    const { answer } = await readAnswer(google, validators)
    expect(answer.events.map(({ summary }) => summary)).toEqual(['Practice', 'Practice', 'Practice', 'New title'])
    expect(google.requests.map(({ status }) => status)).toEqual([304, 200, 200, 200])
  })

  test('whose stored page tokens Google no longer takes is read whole', async () => {
    await using google = await startClub()
    google.pageSize = 2
    putMany(google, 4)
    const { validators } = await readAnswer(google)
    const stale = googleError(400, 'invalid', 'Invalid page token value.', 'pageToken')
    google.fault({ kind: 'answer', ...stale }, { after: 1, times: 1 })
    expect((await readAnswer(google, validators)).answer.events).toHaveLength(4)
  })

  test('asked about another window, another calendar or with damaged validators is read whole', async () => {
    await using google = await startClub()
    putMany(google, 2)
    const { validators } = await readAnswer(google)
    const tomorrow = { ...window, from: '2026-10-06T04:00:00.000Z' }
    for (const [request, source] of [
      [{ window: tomorrow, validators }, sourceOf(google)],
      [{ window, validators: { for: 'x', pages: 'y' } }, sourceOf(google)],
      [{ window, validators: { ...validators, pages: [] } }, sourceOf(google)],
    ] as const) {
      expect((await source.read(request)).outcome).toBe('answer')
      expect(google.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    }
  })
})

describe('an event that an answer does not have', () => {
  test('is found where it is now, or is gone', async () => {
    await using google = await startClub()
    google.events.put({ id: 'moved', start: { dateTime: '2027-03-02T18:00:00-05:00' } })
    google.events.put({ id: 'deleted' })
    google.events.cancel('deleted')
    const found = await sourceOf(google).whereabouts(['moved', 'deleted', 'forgotten'])
    expect(found.get('moved')).toMatchObject({ status: 'confirmed', start: { at: '2027-03-02T23:00:00.000Z' } })
    expect(found.get('deleted')).toMatchObject({ status: 'cancelled' })
    expect(found.get('forgotten')).toBe('gone')
  })

  test('is not taken for gone when the whole calendar is out of sight', async () => {
    await using google = await startClub()
    google.events.put({ id: 'there' })
    google.fault({ kind: 'answer', ...googleError(404, 'notFound', 'Not Found') })
    expect([...(await sourceOf(google).whereabouts(['there']))]).toEqual([['there', 'unknown']])
  })

  test.each([
    { kind: 'answer', status: 429 } as const,
    { kind: 'answer', body: '{}' } as const,
    { kind: 'reset' } as const,
  ])('is not taken for gone in a fault (%j)', async (fault) => {
    await using google = await startClub()
    google.events.put({ id: 'moved', start: { dateTime: '2027-03-02T18:00:00-05:00' } })
    google.fault(fault, { after: 1 })
    const found = await sourceOf(google).whereabouts(['moved', 'other'])
    expect(found.get('moved')).toMatchObject({ id: 'moved' })
    expect(found.get('other')).toBe('unknown')
  })
})
