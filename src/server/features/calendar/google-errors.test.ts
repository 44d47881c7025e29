import { describe, expect, test } from 'vitest'
import { type FakeGoogleCalendar, googleError, startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
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

describe('a fault', () => {
  const quota = [
    ...['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'],
    'calendarUsageLimitsExceeded',
  ]
  test.each(quota)('%s is a matter of quota', async (reason) => {
    await using google = await startClub()
    google.fault({ kind: 'answer', ...googleError(403, reason, 'Rate Limit Exceeded') })
    expect(failureOf(await sourceOf(google).read({ window, validators: null })).kind).toBe('quota')
  })

  test('429 is a matter of quota, with the time Google asks for in seconds or as a date', async () => {
    await using google = await startClub()
    const clock = createTestClock('2026-10-06T12:00:00Z')
    const times = { '120': 120_000, 'Tue, 06 Oct 2026 12:05:00 GMT': 300_000, soon: undefined, '-5': undefined }
    for (const [header, retryAfterMs] of Object.entries(times)) {
      google.fault({ kind: 'answer', status: 429, headers: { 'retry-after': header }, body: 'Too many' })
      const failure = failureOf(await sourceOf(google, { clock }).read({ window, validators: null }))
      expect(failure).toMatchObject({ kind: 'quota' })
      expect(failure.retryAfterMs).toBe(retryAfterMs)
    }
  })

  test.each([
    ['a wrong key', 400, 'keyInvalid', 'GOOGLE_API_KEY'],
    ['an API that is not switched on', 403, 'accessNotConfigured', 'turn on that API'],
    ['a key for other callers', 403, 'ipRefererBlocked', 'IP address'],
    ['a calendar that is not there', 404, 'notFound', 'GOOGLE_CALENDAR_ID'],
    ['a calendar that is deleted', 410, 'deleted', 'GOOGLE_CALENDAR_ID'],
    ['a calendar that is not public', 403, 'forbidden', 'public'],
    ['a cause we don’t know', 403, 'somethingNew', '(status 403, somethingNew). Make sure that the calendar is public'],
    [
      'a request it doesn’t take',
      400,
      'invalid',
      'accept our request (status 400, invalid). Check that GOOGLE_CALENDAR_ID',
    ],
    ['a request without something', 400, 'required', 'accept our request (status 400, required)'],
    ['a key that is missing', 403, 'userRateLimitExceededUnreg', 'GOOGLE_API_KEY'],
    ['a suspended project', 403, 'CONSUMER_SUSPENDED', 'suspended or closed the API key’s Google Cloud project'],
  ])('from %s tells the webmaster what to do', async (_what, status, reason, words) => {
    await using google = await startClub()
    google.fault({ kind: 'answer', ...googleError(status, reason, 'No') })
    const failure = failureOf(await sourceOf(google).read({ window, validators: null }))
    expect(failure).toEqual({ kind: 'refused', message: expect.stringContaining(words) })
  })

  test.each([
    [
      'Requests to this API calendar-json.googleapis.com method calendar.v3.Events.List are blocked.',
      'turn on that API',
    ],
    ['Requests from this IP address are blocked.', 'restricted to other callers'],
    ['The provided API key has an IP address restriction.', 'restricted to other callers'],
    ["Permission denied: Consumer 'api_key:AIza' has been suspended.", 'suspended or closed'],
    ['API key expired. Please renew the API key.', 'Check GOOGLE_API_KEY'],
  ])('that only its message explains (%s) is understood', async (text, words) => {
    await using google = await startClub()
    google.fault({ kind: 'answer', ...googleError(403, 'forbidden', text) })
    const { message } = failureOf(await sourceOf(google).read({ window, validators: null }))
    expect(message).toContain(words)
    expect(message).not.toContain('AIza')
  })

  test.each([
    [200, '<!DOCTYPE html><title>Sign in</title>', 'a web page'],
    [200, 'Sign in', 'an unknown response'],
    [400, '<html>Error 400 (Bad Request)!!1</html>', 'a web page'],
    [401, '<html>Sign in</html>', 'a web page'],
    [403, '<html>Sorry...</html>', 'a web page'],
    [404, '', 'an unknown response'],
    [403, '{"message":"Blocked by policy"}', 'an unknown response'],
  ])('that isn’t Google’s (%i, %s) blames neither the key nor the calendar', async (status, body, what) => {
    await using google = await startClub()
    google.fault({ kind: 'answer', status, body })
    const failure = failureOf(await sourceOf(google).read({ window, validators: null }))
    expect(failure.kind).toBe('bad-answer')
    expect(failure.message).toContain(`We got ${what}`)
    expect(failure.message).toContain(`instead of Google Calendar’s response (status ${status}). A proxy or firewall`)
    expect(failure.message).not.toMatch(/GOOGLE_|key/)
  })

  test('of the network that redirects to its login blames that network', async () => {
    await using google = await startClub()
    google.fault({ kind: 'answer', status: 302, headers: { location: 'https://portal.example.edu/login' } })
    const { message } = failureOf(await sourceOf(google).read({ window, validators: null }))
    expect(message).toMatch(
      /redirects to another host \(portal\.example\.edu\).* A proxy or firewall in this machine’s/,
    )
    expect(message).not.toMatch(/settings|Publish|CALENDAR/)
  })

  test('of our own settings is recognised by the stand-in’s Google, and no message holds the key', async () => {
    await using google = await startClub()
    const wrongKey = await sourceOf(google, { apiKey: 'AIzaWrongButSecret' }).read({ window, validators: null })
    expect(failureOf(wrongKey)).toMatchObject({ kind: 'refused', message: expect.stringContaining('GOOGLE_API_KEY') })
    const wrongId = await sourceOf(google, { calendarId: 'nobody@example.com' }).read({ window, validators: null })
    expect(failureOf(wrongId)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('GOOGLE_CALENDAR_ID'),
    })
    expect(JSON.stringify([wrongKey, wrongId])).not.toMatch(/AIza/)
  })

  test.each([500, 502, 503, 408])('of Google’s own (%i) means unreachable', async (status) => {
    await using google = await startClub()
    google.fault({ kind: 'answer', status, body: `<html>${apiKey}</html>` })
    const failure = failureOf(await sourceOf(google).read({ window, validators: null }))
    expect(failure.kind).toBe('unreachable')
    expect(failure.message).not.toContain(apiKey)
  })

  test('that breaks the answer off is never taken for an answer', async () => {
    await using google = await startClub()
    google.events.put({ id: 'one' })
    google.fault({ kind: 'cut', afterBytes: 400 })
    expect(failureOf(await sourceOf(google).read({ window, validators: null })).kind).toBe('unreachable')
    google.fault({ kind: 'reset' })
    expect(failureOf(await sourceOf(google).read({ window, validators: null })).kind).toBe('unreachable')
  })

  test('of the address is told without the key', async () => {
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
    'an answer by way of $kind is given up after 10 seconds in all',
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
      expect(failureOf(await reading)).toMatchObject({
        kind: 'unreachable',
        message: expect.stringContaining('10 seconds'),
      })
      expect(clock.pending()).toBe(0)
    },
  )

  test('5 MB over all pages are the most', async () => {
    await using google = await startClub()
    google.pageSize = 1
    for (let index = 0; index < 4; index += 1) google.events.put({ id: `e${index}`, description: 'x'.repeat(2 ** 21) })
    const failure = failureOf(await sourceOf(google).read({ window, validators: null }))
    expect(failure).toMatchObject({ kind: 'bad-answer', message: expect.stringContaining('5 MB') })
    expect(google.requests).toHaveLength(3)
  })

  test('a reading in time leaves no timer behind', async () => {
    await using google = await startClub()
    const clock = createTestClock('2026-10-06T12:00:00Z')
    expect((await sourceOf(google, { clock }).read({ window, validators: null })).outcome).toBe('answer')
    expect(clock.pending()).toBe(0)
  })

  test('a reading that is stopped says so, at once', async () => {
    await using google = await startClub()
    google.fault({ kind: 'hang' })
    const stop = new AbortController()
    const reading = sourceOf(google).read({ window, validators: null, signal: stop.signal })
    await google.requested(1)
    stop.abort()
    expect(await reading).toEqual({ outcome: 'stopped' })
  })
})
