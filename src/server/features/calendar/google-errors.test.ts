import { describe, expect, test } from 'vitest'
import { type FakeGoogleCalendar, googleError, startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import type { Answer } from '#test/support/faulty-server.ts'
import { createTestClock } from '#test/support/test-clock.ts'
import type { CalendarReading } from './calendar-source.ts'
import { createGoogleSource, type GoogleOptions } from './google-calendar.ts'

const window = { from: '2026-10-05T04:00:00.000Z', to: '2027-01-05T05:00:00.000Z' }
const calendarId = 'c_8f3a#club@group.calendar.google.com'
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'
const startClub = () => startFakeGoogleCalendar({ calendarId, apiKey })

function sourceOf(google: FakeGoogleCalendar, more: Partial<GoogleOptions> = {}) {
  return createGoogleSource({ calendarId, apiKey, baseUrl: google.url, ...more })
}

function failureOf(reading: CalendarReading) {
  if (reading.outcome !== 'failure') throw new Error(`not a failure: ${reading.outcome}`)
  return reading.failure
}

/** How reading fails with this fault; no message may contain the key. */
async function failureWith(fault: Partial<Answer>, more: Partial<GoogleOptions> = {}) {
  await using google = await startClub()
  google.fault({ kind: 'answer', ...fault })
  const reading = await sourceOf(google, more).read({ window, validators: null })
  expect(JSON.stringify(reading)).not.toMatch(/AIza/)
  return failureOf(reading)
}

describe('a fault', () => {
  test('of the rate limit is a matter of quota', async () => {
    expect((await failureWith(googleError(403, 'rateLimitExceeded', 'Rate Limit Exceeded'))).kind).toBe('quota')
  })

  test.each([
    ['120', 120_000],
    ['Tue, 06 Oct 2026 12:05:00 GMT', 300_000],
    ['soon', undefined],
    ['-5', undefined],
  ])('429 is a matter of quota, to retry after %s', async (header, retryAfterMs) => {
    const clock = createTestClock('2026-10-06T12:00:00Z')
    const failure = await failureWith({ status: 429, headers: { 'retry-after': header }, body: 'Too many' }, { clock })
    expect([failure.kind, failure.retryAfterMs]).toEqual(['quota', retryAfterMs])
  })

  test.each([
    ['a wrong key', 400, 'keyInvalid', 'GOOGLE_API_KEY'],
    ['an API that is not switched on', 403, 'accessNotConfigured', 'turn on that API'],
    ['a calendar that is not there', 404, 'notFound', 'GOOGLE_CALENDAR_ID'],
    ['a calendar that is not public', 403, 'forbidden', 'public'],
    ['a cause we don’t know', 403, 'somethingNew', '(status 403, somethingNew). Make sure that the calendar is public'],
    ['a request it doesn’t take', 400, 'invalid', '(status 400, invalid). Check that GOOGLE_CALENDAR_ID'],
    ['a suspended project', 403, 'CONSUMER_SUSPENDED', 'suspended or closed the API key’s Google Cloud project'],
  ])('from %s tells the webmaster what to do', async (_what, status, reason, words) => {
    const failure = await failureWith(googleError(status, reason, 'No'))
    expect(failure).toEqual({ kind: 'refused', message: expect.stringContaining(words) })
  })

  test.each([
    ['Requests to this API calendar-json.googleapis.com method calendar.v3.Events.List are blocked.', 'turn on that'],
    ['Requests from this IP address are blocked.', 'restricted to other callers'],
    ["Permission denied: Consumer 'api_key:AIza' has been suspended.", 'suspended or closed'],
    ['API key expired. Please renew the API key.', 'Check GOOGLE_API_KEY'],
  ])('that only its message explains (%s) is understood', async (text, words) => {
    expect((await failureWith(googleError(403, 'forbidden', text))).message).toContain(words)
  })

  test.each([
    [200, '<!DOCTYPE html><title>Sign in</title>', 'a web page'],
    [403, '<html>Sorry...</html>', 'a web page'],
    [403, '{"message":"Blocked by policy"}', 'an unknown response'],
  ])('that isn’t Google’s (%i, %s) blames neither the key nor the calendar', async (status, body, what) => {
    const { kind, message } = await failureWith({ status, body })
    expect(kind).toBe('bad-answer')
    expect(message).toContain(`We got ${what}`)
    expect(message).toContain(`instead of Google Calendar’s response (status ${status}). A proxy or firewall`)
    expect(message).not.toMatch(/GOOGLE_|key/)
  })

  test('of the network that redirects to its login blames that network', async () => {
    const { message } = await failureWith({ status: 302, headers: { location: 'https://portal.example.edu/login' } })
    expect(message).toMatch(/to another host \(portal\.example\.edu\).* A proxy or firewall in this machine’s/)
    expect(message).not.toMatch(/settings|Publish|CALENDAR/)
  })

  test.each([500, 408])('of Google’s own (%i) means unreachable', async (status) => {
    expect((await failureWith({ status, body: `<html>${apiKey}</html>` })).kind).toBe('unreachable')
  })

  test('of the address is explained without the key', async () => {
    const google = await startClub()
    const source = sourceOf(google)
    await google.stop()
    const failure = failureOf(await source.read({ window, validators: null }))
    expect(failure).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('ECONNREFUSED') })
    expect(failure.message).not.toContain(apiKey)
  })
})

describe('time and size', () => {
  // Shows: T52
  test.each([{ kind: 'hang' } as const, { kind: 'drip', everyMs: 20 } as const])(
    'a response by way of $kind is given up after 10 seconds in all',
    async (fault) => {
      await using google = await startClub()
      google.pageSize = 2
      for (const id of ['a', 'b', 'c', 'd']) google.events.put({ id })
      const clock = createTestClock('2026-10-06T12:00:00Z')
      google.fault(fault, { after: 1 })
      const reading = sourceOf(google, { clock }).read({ window, validators: null })
      await google.requested(2)
      await clock.advance(9_999)
      expect(await Promise.race([reading, 'still reading'])).toBe('still reading')
      await clock.advance(1)
      const message = expect.stringContaining('10 seconds')
      expect(failureOf(await reading)).toMatchObject({ kind: 'unreachable', message })
      expect(clock.pending()).toBe(0)
    },
  )

  test('all pages together may have 5 MB at most', async () => {
    await using google = await startClub()
    google.pageSize = 1
    for (let index = 0; index < 4; index += 1) google.events.put({ id: `e${index}`, description: 'x'.repeat(2 ** 21) })
    const failure = failureOf(await sourceOf(google).read({ window, validators: null }))
    expect(failure).toMatchObject({ kind: 'bad-answer', message: expect.stringContaining('5 MB') })
    expect(google.requests).toHaveLength(3)
  })
})
