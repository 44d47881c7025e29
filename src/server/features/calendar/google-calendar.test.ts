import { describe, expect, test } from 'vitest'
import { answerOf, failureOf } from '#test/support/calendar-events.ts'
import { type FakeGoogleCalendar, googleError, startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import type { Answer } from '#test/support/faulty-server.ts'
import { createTestClock } from '#test/support/test-clock.ts'
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
  return answerOf(await sourceOf(google).read({ window, validators }))
}

async function failureWith(fault: Partial<Answer>) {
  await using google = await startClub()
  google.fault({ kind: 'answer', ...fault })
  return await failureIn(google)
}

/** How reading fails; no message may contain the key. */
async function failureIn(google: FakeGoogleCalendar) {
  const reading = await sourceOf(google).read({ window, validators: null })
  expect(JSON.stringify(reading)).not.toMatch(/AIza/)
  return failureOf(reading)
}

function putMany(google: FakeGoogleCalendar, count: number) {
  for (let index = 0; index < count; index += 1) {
    const at = Temporal.Instant.from('2026-10-06T22:00:00Z').add({ minutes: 10 * index })
    google.events.put({ id: `event${index}`, start: { dateTime: at.toString() } })
  }
}

describe('an event of Google', () => {
  // Shows: 3.33, 3.34, 7.42
  test('arrives with its texts, its organizer and UTC instants, or with its days', async () => {
    await using google = await startClub()
    const timeZone = 'America/Indiana/Indianapolis'
    const texts = { summary: 'Tuesday practice', location: 'Lafayette Range', description: 'Bring arrows' }
    google.events.put({
      ...{ id: 'one', ...texts, organizer: { email: 'officer@purdue.edu' } },
      start: { dateTime: '2026-10-06T18:00:00-04:00', timeZone },
      end: { dateTime: '2026-10-06T20:00:00-04:00', timeZone },
    })
    google.events.put({ id: 'trip', start: { date: '2026-10-31' }, end: { date: '2026-11-02' } })
    const { answer, noted } = await readAnswer(google)
    const ids = { id: 'one', iCalUid: 'one@google.com', originalStart: null, status: 'confirmed' }
    const times = { start: { at: '2026-10-06T22:00:00.000Z' }, end: { at: '2026-10-07T00:00:00.000Z' } }
    expect(answer.events[0]).toEqual({ ...ids, ...texts, organizer: 'officer@purdue.edu', ...times })
    expect(answer.events[1]).toMatchObject({ start: { on: '2026-10-31' }, end: { on: '2026-11-02' } })
    expect(noted).toEqual({ count: 0, notes: [], incomplete: 0, incompleteIds: [] })
  })

  // Shows: 7.40, 7.41
  test('is asked for one by one, within the window only, in the order of their start', async () => {
    await using google = await startClub()
    await readAnswer(google)
    const query = Object.fromEntries(google.requests[0]?.query ?? [])
    const times = { timeMin: window.from, timeMax: window.to }
    expect(query).toMatchObject({ ...times, singleEvents: 'true', orderBy: 'startTime' })
  })
})

describe('pages', () => {
  // Shows: T54
  test('give every event together, up to 20 of them; 21 are too many', async () => {
    await using google = await startClub()
    google.pageSize = 3
    putMany(google, 60)
    const { answer } = await readAnswer(google)
    expect(new Set(answer.events.map(({ id }) => id)).size).toBe(60)
    expect(google.requests).toHaveLength(20)
    google.events.put({ id: 'one more' })
    expect((await failureIn(google)).kind).toBe('bad-answer')
    expect(google.requests).toHaveLength(40)
  })
})

/** A calendar of two pages that has been read. */
async function readOnce() {
  const google = await startClub()
  google.pageSize = 2
  putMany(google, 4)
  const { validators } = await readAnswer(google)
  google.requests.length = 0
  return Object.assign(google, { read: validators })
}

describe('an unchanged calendar', () => {
  test('costs one 304 a page', async () => {
    await using google = await readOnce()
    const validators = JSON.parse(JSON.stringify(google.read))
    expect(await sourceOf(google).read({ window, validators })).toEqual({ outcome: 'unchanged', validators })
    expect(google.requests.map(({ status }) => status)).toEqual([304, 304])
  })

  test('that then changes is read whole, also where only its last page says so', async () => {
    for (const isFirstUnchanged of [false, true]) {
      await using google = await readOnce()
      google.events.change('event3', { summary: 'New title' })
      if (isFirstUnchanged) google.fault({ kind: 'answer', status: 304 }, { times: 1 })
      const { answer } = await readAnswer(google, google.read)
      expect(answer.events.map(({ summary }) => summary)).toEqual(['Practice', 'Practice', 'Practice', 'New title'])
    }
  })

  test('whose stored page tokens Google no longer takes is read whole', async () => {
    await using google = await readOnce()
    const stale = googleError(400, 'invalid', 'Invalid page token value.', 'pageToken')
    google.fault({ kind: 'answer', ...stale }, { after: 1, times: 1 })
    expect((await readAnswer(google, google.read)).answer.events).toHaveLength(4)
  })
})

describe('an event missing from a response', () => {
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
    google.fault({ kind: 'answer', ...googleError(404, 'notFound', 'Not Found') })
    expect([...(await sourceOf(google).whereabouts(['there']))]).toEqual([['there', 'unknown']])
  })

  test('is not taken for gone in a fault', async () => {
    for (const fault of [{ kind: 'answer', status: 429 }, { kind: 'answer', body: '{}' }, { kind: 'reset' }] as const) {
      await using google = await startClub()
      google.events.put({ id: 'moved', start: { dateTime: '2027-03-02T18:00:00-05:00' } })
      google.fault(fault, { after: 1 })
      const found = await sourceOf(google).whereabouts(['moved', 'other'])
      expect(found.get('moved')).toMatchObject({ id: 'moved' })
      expect([fault, found.get('other')]).toEqual([fault, 'unknown'])
    }
  })
})

describe('a fault', () => {
  test('of the rate limit is a matter of quota, and one of Google’s own means unreachable', async () => {
    expect((await failureWith(googleError(403, 'rateLimitExceeded', 'Rate Limit Exceeded'))).kind).toBe('quota')
    expect((await failureWith({ status: 500, body: `<html>${apiKey}</html>` })).kind).toBe('unreachable')
  })

  test.each([
    ['a wrong key', 400, 'keyInvalid', 'No', 'GOOGLE_API_KEY'],
    ['an API that is not switched on', 403, 'accessNotConfigured', 'No', 'turn on that API'],
    ['a calendar that is not there', 404, 'notFound', 'No', 'GOOGLE_CALENDAR_ID'],
    ['a calendar that is not public', 403, 'forbidden', 'No', 'public'],
    ['a request it doesn’t take', 400, 'invalid', 'No', '(status 400, invalid). Check that GOOGLE_CALENDAR_ID'],
    ['what only its message explains', 403, 'forbidden', 'Requests from this IP address are blocked.', 'other callers'],
  ])('from %s tells the webmaster what to do', async (_what, status, reason, text, words) => {
    const failure = await failureWith(googleError(status, reason, text))
    expect(failure).toEqual({ kind: 'refused', message: expect.stringContaining(words) })
  })
})

// Shows: T52
test('a response of a byte now and then is given up after 10 seconds in all', async () => {
  await using google = await startClub()
  google.pageSize = 2
  putMany(google, 4)
  const clock = createTestClock('2026-10-06T12:00:00Z')
  google.fault({ kind: 'drip', everyMs: 20 }, { after: 1 })
  const reading = sourceOf(google, { clock }).read({ window, validators: null })
  await google.requested(2)
  await clock.advance(9_999)
  expect(await Promise.race([reading, 'still reading'])).toBe('still reading')
  await clock.advance(1)
  const message = expect.stringContaining('10 seconds')
  expect(failureOf(await reading)).toMatchObject({ kind: 'unreachable', message })
  expect(clock.pending()).toBe(0)
})
