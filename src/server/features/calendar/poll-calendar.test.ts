import { describe, expect, test } from 'vitest'
import type { CalendarAnswer, CalendarWindow } from '#domain/calendar-sync.ts'
import { type FakeGoogleCalendar, googleError, startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { createTestClock, type TestClock } from '#test/support/test-clock.ts'
import {
  type CalendarFailure,
  type CalendarSource,
  type CalendarValidators,
  calendarWindow,
} from './calendar-source.ts'
import { createGoogleSource } from './google-calendar.ts'
import { fetchLimits } from './limited-fetch.ts'
import { type CalendarPollOptions, createCalendarPoll, delayMs } from './outside-calendar.ts'

const timeZone = 'America/Indiana/Indianapolis'
const calendarId = 'club@group.calendar.google.com'
const startClub = () => startFakeGoogleCalendar({ calendarId, apiKey: 'key' })
const minute = 60_000

/** The fake Google, and a clock, by default in the morning of October 5. */
async function startTestCalendar(now = '2026-10-05T12:00:00Z') {
  const google = await startClub()
  return { google, clock: createTestClock(now), [Symbol.asyncDispose]: () => google.stop() }
}

type At = { google: FakeGoogleCalendar; clock: TestClock }

/** A source that reads this way and knows nothing of single events. */
const sourceThat = (read: CalendarSource['read']): CalendarSource => ({ read, whereabouts: async () => new Map() })

/** A poll of the fake Google whose store is a variable. `told` records its calls. */
function startPoll({ google, clock }: At, more: Partial<CalendarPollOptions> = {}) {
  const told = {
    answers: [] as (CalendarAnswer | 'unchanged')[],
    failures: [] as CalendarFailure[],
    readAts: [] as string[],
    errors: [] as unknown[],
    warnings: [] as string[],
    infos: [] as string[],
  }
  let stored: { window: CalendarWindow; validators: CalendarValidators | null; answer: CalendarAnswer } | null = null
  const limits = { ...fetchLimits }
  const poll = createCalendarPoll({
    source: createGoogleSource({ calendarId, apiKey: 'key', baseUrl: google.url, limits }),
    timeZone,
    clock,
    load: async () => stored,
    onAnswer(answer, validators, readAt) {
      told.answers.push(answer)
      told.readAts.push(readAt)
      if (answer !== 'unchanged') stored = { window: answer.window, validators, answer }
      else if (stored) stored.validators = validators
    },
    onFailure: (failure) => told.failures.push(failure),
    log: {
      info: (_facts: unknown, text?: string) => told.infos.push(text ?? ''),
      warn: (_facts: unknown, text?: string) => told.warnings.push(text ?? ''),
      error: (facts: unknown) => told.errors.push(facts),
    } as CalendarPollOptions['log'],
    random: () => 0.5,
    ...more,
  })
  return Object.assign(poll, { told, limits, stored: () => stored })
}

describe('the window', () => {
  test('goes from the start of yesterday to the end of the day in 90 days, by the club’s days', () => {
    const window = { from: '2026-10-04T04:00:00.000Z', to: '2027-01-04T05:00:00.000Z' }
    expect(calendarWindow(Date.parse('2026-10-06T02:30:00Z'), timeZone)).toEqual(window)
  })

  test('is the same all day long, even on days of 23 and 25 hours', () => {
    for (const day of ['2026-11-01', '2026-03-08', '2026-07-04']) {
      const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone)
      const end = start.add({ days: 1 }).epochMilliseconds
      const window = calendarWindow(start.epochMilliseconds, timeZone)
      expect(calendarWindow(end - 1, timeZone)).toEqual(window)
      expect(calendarWindow(end, timeZone)).not.toEqual(window)
      expect(window.from).toBe(new Date(start.subtract({ days: 1 }).epochMilliseconds).toISOString())
    }
  })

  test('begins when the day begins where midnight is skipped', () => {
    const fromInCairo = (now: string) => calendarWindow(Date.parse(now), 'Africa/Cairo').from
    expect(fromInCairo('2026-04-25T12:00:00Z')).toBe('2026-04-23T22:00:00.000Z')
    expect(fromInCairo('2026-04-24T12:00:00Z')).toBe('2026-04-22T22:00:00.000Z')
  })
})

describe('a poll', () => {
  test('reads right away, then every 60 seconds, and an unchanged calendar costs 304s all day', async () => {
    await using at = await startTestCalendar()
    const { google, clock } = at
    google.events.put({ id: 'one', start: { dateTime: '2026-10-07T18:00:00-04:00' } })
    await using poll = startPoll(at)
    expect(await poll.readNow()).toBe('answer')
    expect(google.requests).toHaveLength(1)
    await clock.advance(59_999)
    expect(google.requests).toHaveLength(1)
    await clock.advance(1)
    expect(google.requests).toHaveLength(2)
    await clock.advance(8 * minute)
    expect(google.requests.map(({ status }) => status)).toEqual([200, ...Array(9).fill(304)])
    expect(poll.told.answers.slice(1)).toEqual(Array(9).fill('unchanged'))
    expect(poll.told.readAts.at(-1)).toBe('2026-10-05T12:09:00.000Z')
    expect(poll.told.errors).toEqual([])
  })

  test('asks about the new window, whole, after midnight at the club', async () => {
    await using at = await startTestCalendar('2026-10-06T03:58:30Z')
    const { google, clock } = at
    await using poll = startPoll(at)
    await poll.readNow()
    await clock.advance(2 * minute)
    expect(google.requests.map(({ status }) => status)).toEqual([200, 304, 200])
    expect(poll.stored()?.window.from).toBe('2026-10-05T04:00:00.000Z')
  })

  test('sees a change at the next reading, and right away when asked', async () => {
    await using at = await startTestCalendar()
    const { google, clock } = at
    await using poll = startPoll(at)
    await poll.readNow()
    google.events.put({ id: 'one' })
    await clock.advance(minute)
    expect(poll.stored()?.answer.events.map(({ id }) => id)).toEqual(['one'])
    google.events.put({ id: 'two' })
    expect(await poll.readNow()).toBe('answer')
    expect(poll.stored()?.answer.events.map(({ id }) => id)).toEqual(['one', 'two'])
    google.requests.length = 0
    await clock.advance(minute)
    expect(google.requests).toHaveLength(1)
  })

  test('gives stored validators to the source only for the window that they came with', async () => {
    await using at = await startTestCalendar()
    const { clock } = at
    const given: unknown[] = []
    const source = sourceThat(async ({ validators }) => {
      given.push(validators)
      return { outcome: 'unchanged', validators: validators ?? {} }
    })
    const window = calendarWindow(clock.now(), timeZone)
    for (const stored of [window, { ...window, to: '2027-01-05T05:00:00.000Z' }, { ...window, from: window.to }]) {
      const load = async () => ({ window: stored, validators: { a: 1 } })
      await using poll = startPoll(at, { source, load })
      await poll.readNow()
    }
    expect(given).toEqual([{ a: 1 }, null, null])
  })

  // Shows: T77
  test('reads one at a time, no matter how many ask', async () => {
    await using at = await startTestCalendar()
    const { google } = at
    await using poll = startPoll(at)
    expect(await Promise.all([poll.readNow(), poll.readNow(), poll.readNow()])).toEqual(Array(3).fill('answer'))
    expect(google.requests).toHaveLength(1)
  })
})

describe('a fault', () => {
  const faults = [
    ['a 500', { kind: 'answer', status: 500 }, 'unreachable'],
    ['a 502 page', { kind: 'answer', status: 502, body: '<html>Bad gateway</html>' }, 'unreachable'],
    ['a 503', { kind: 'answer', status: 503, headers: { 'retry-after': '86400' } }, 'unreachable'],
    ['a reset connection', { kind: 'reset' }, 'unreachable'],
    ['a cut body', { kind: 'cut', afterBytes: 50 }, 'unreachable'],
    ['a hanging server', { kind: 'hang' }, 'unreachable'],
    ['a byte now and then', { kind: 'drip', everyMs: 30 }, 'unreachable'],
    ['a sign-in page', { kind: 'answer', body: '<!doctype html><title>Sign in</title>' }, 'bad-answer'],
    ['an empty object', { kind: 'answer', body: '{}' }, 'bad-answer'],
    ['null items', { kind: 'answer', body: '{"items":null}' }, 'bad-answer'],
    ['a wrong key', { kind: 'answer', ...googleError(400, 'keyInvalid', 'Bad Request') }, 'refused'],
    ['a vanished calendar', { kind: 'answer', ...googleError(404, 'notFound', 'Not Found') }, 'refused'],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'refused'],
  ] as const

  // Shows: T52
  test.each(faults)(
    'like %s for five minutes changes no event, and is over one poll after it clears',
    async (_what, fault, kind) => {
      await using at = await startTestCalendar()
      const { google, clock } = at
      google.events.put({ id: 'one' })
      await using poll = startPoll(at)
      await poll.readNow()
      const before = poll.stored()
      google.fault(fault)
      // Hanging requests take real time, and a minute of readings is enough of it.
      const hangs = fault.kind === 'hang' || fault.kind === 'drip'
      if (hangs) poll.limits.deadlineMs = 300
      await clock.advance(hangs ? minute + 1_500 : 5 * minute)
      poll.limits.deadlineMs = fetchLimits.deadlineMs
      expect(new Set(poll.told.failures.map((failure) => failure.kind))).toEqual(new Set([kind]))
      expect(poll.told.answers).toHaveLength(1)
      expect(poll.stored()).toBe(before)
      google.fault(null)
      await clock.advance(minute)
      expect(poll.told.answers.length).toBeGreaterThan(1)
      expect(poll.told.warnings).toHaveLength(1)
      expect(poll.told.infos).toHaveLength(1)
      google.requests.length = 0
      await clock.advance(3 * minute)
      expect(google.requests).toHaveLength(3)
    },
  )

  test.each([
    ['429', { kind: 'answer', status: 429 } as const],
    ['403 rateLimitExceeded', { kind: 'answer', ...googleError(403, 'rateLimitExceeded', 'Slow down') } as const],
  ])('of quota (%s) for an hour costs at most 20 calls, with any luck of the jitter', async (_what, fault) => {
    for (const random of [() => 0, () => 0.999, Math.random]) {
      await using at = await startTestCalendar()
      const { google, clock } = at
      google.fault(fault)
      await using poll = startPoll(at, { random })
      await poll.readNow()
      await clock.advance(60 * minute)
      expect(google.requests.length).toBeGreaterThan(10)
      expect(google.requests.length).toBeLessThanOrEqual(20)
      google.fault(null)
      await clock.advance(18 * minute)
      expect(poll.told.answers.length).toBeGreaterThan(0)
      google.requests.length = 0
      await clock.advance(3 * minute)
      expect(google.requests).toHaveLength(3)
    }
  })

  // Shows: T51
  test.each([
    [300, 5 * minute],
    [10_000_000, 60 * minute],
  ])('of quota with Retry-After %i waits for %i ms: an hour at most', async (seconds, waitMs) => {
    await using at = await startTestCalendar()
    const { google, clock } = at
    google.fault({ kind: 'answer', status: 429, headers: { 'retry-after': String(seconds) } })
    await using poll = startPoll(at)
    await poll.readNow()
    await clock.advance(waitMs - 1)
    expect(google.requests).toHaveLength(1)
    await clock.advance(1)
    expect(google.requests).toHaveLength(2)
  })

  test('of our own store is logged and tried again, and an unstored response never counts as stored', async () => {
    await using at = await startTestCalendar()
    const { clock } = at
    let full = true
    const answers: unknown[] = []
    const onAnswer = (answer: CalendarAnswer | 'unchanged') => {
      if (full) throw new Error('disk full')
      answers.push(answer)
    }
    await using poll = startPoll(at, { onAnswer })
    expect(await poll.readNow()).toBe('broken')
    expect(poll.told.errors).toMatchObject([{ err: { message: 'disk full' } }])
    full = false
    await clock.advance(minute)
    expect(answers[0]).toMatchObject({ events: [] })
  })

  test('of a source that throws is logged and does not end the poll', async () => {
    await using at = await startTestCalendar()
    const { clock } = at
    let readings = 0
    const source = sourceThat(() => {
      readings += 1
      return Promise.reject(new Error('a bug'))
    })
    await using poll = startPoll(at, { source })
    await poll.readNow()
    await clock.advance(10 * minute)
    expect(readings).toBeGreaterThan(10)
    expect(poll.told.errors.length).toBe(readings)
    expect(poll.told.failures).toHaveLength(readings)
  })
})

test('events left out of a response are passed to the caller and logged once', async () => {
  await using at = await startTestCalendar()
  const { google, clock } = at
  google.fault({ kind: 'answer', body: JSON.stringify({ items: [{ id: 'bad' }] }) })
  const noted: unknown[] = []
  await using poll = startPoll(at, { onAnswer: (_answer, _validators, _readAt, left) => noted.push(left) })
  await poll.readNow()
  await clock.advance(2 * minute)
  expect(noted).toEqual(Array(3).fill(expect.objectContaining({ count: 1, incompleteIds: ['bad'] })))
  expect(poll.told.warnings).toHaveLength(1)
})

describe('stopping', () => {
  test('ends the reading under way, tells no one, and leaves no timer', async () => {
    await using at = await startTestCalendar()
    const { google, clock } = at
    google.fault({ kind: 'hang' })
    const poll = startPoll(at)
    await google.requested(1)
    await poll.stop()
    expect([poll.told.answers, poll.told.failures, poll.told.errors]).toEqual([[], [], []])
    expect(clock.pending()).toBe(0)
    expect(await poll.readNow()).toBe('stopped')
    await clock.advance(10 * minute)
    expect(google.requests).toHaveLength(1)
  })

  test('tells no one of a response that comes too late', async () => {
    await using at = await startTestCalendar()
    const late = Promise.withResolvers<void>()
    const noted = { count: 0, notes: [], incomplete: 0, incompleteIds: [] }
    const source = sourceThat(async ({ window }) => {
      await late.promise
      return { outcome: 'answer', answer: { window, events: [] }, validators: null, noted }
    })
    const poll = startPoll(at, { source })
    const stopping = poll.stop()
    late.resolve()
    await stopping
    expect(poll.told.answers).toEqual([])
  })

  test('waits for a response that is being stored', async () => {
    await using at = await startTestCalendar()
    const { clock } = at
    const storing = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const onAnswer = () => {
      begun.resolve()
      return storing.promise
    }
    const poll = startPoll(at, { onAnswer })
    await begun.promise
    const stopping = poll.stop()
    const soon = new Promise((resolve) => setImmediate(() => resolve('still storing')))
    expect(await Promise.race([stopping, soon])).toBe('still storing')
    storing.resolve()
    await stopping
    expect(clock.pending()).toBe(0)
  })
})

test('the delay after a failure doubles from a second, to 15 minutes for quota and to the usual time for the rest', () => {
  const delays = (kind: CalendarFailure['kind']) =>
    Array.from({ length: 13 }, (_, index) => {
      const outcome = { kind, message: '' }
      return delayMs({ outcome, failures: index + 1, everyMs: minute, tookMs: 0, random: () => 0.5 }) / 1000
    })
  expect(delays('quota')).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  expect(delays('unreachable')).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60])
  const late = { outcome: { kind: 'unreachable' as const, message: '' }, failures: 9, everyMs: minute, random: () => 1 }
  expect(delayMs({ ...late, tookMs: 10_000 })).toBe(50_000)
  expect(delayMs({ ...late, tookMs: 3 * minute })).toBe(1_000)
  expect(delayMs({ ...late, tookMs: -minute })).toBe(minute)
})
