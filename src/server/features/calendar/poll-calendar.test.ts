import { describe, expect, test } from 'vitest'
import type { CalendarAnswer, CalendarWindow } from '#domain/calendar-sync.ts'
import { type FakeGoogleCalendar, startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { createTestClock, type TestClock } from '#test/support/test-clock.ts'
import { type CalendarFailure, type CalendarValidators, calendarWindow } from './calendar-source.ts'
import { createGoogleSource } from './google-calendar.ts'
import { type CalendarPollOptions, createCalendarPoll } from './outside-calendar.ts'

const timeZone = 'America/Indiana/Indianapolis'
const calendarId = 'club@group.calendar.google.com'
const minute = 60_000

/** The fake Google, and a clock, by default in the morning of October 5. */
async function startTestCalendar(now = '2026-10-05T12:00:00Z') {
  const google = await startFakeGoogleCalendar({ calendarId, apiKey: 'key' })
  return { google, clock: createTestClock(now), [Symbol.asyncDispose]: () => google.stop() }
}

type At = { google: FakeGoogleCalendar; clock: TestClock }

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
  const poll = createCalendarPoll({
    source: createGoogleSource({ calendarId, apiKey: 'key', baseUrl: google.url }),
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
  return Object.assign(poll, { told, stored: () => stored })
}

test('the window goes from the start of yesterday to the end of the day in 90 days, all through the club’s day', () => {
  const window = { from: '2026-10-04T04:00:00.000Z', to: '2027-01-04T05:00:00.000Z' }
  for (const now of ['2026-10-05T04:00:00Z', '2026-10-06T03:59:59Z'])
    expect(calendarWindow(Date.parse(now), timeZone)).toEqual(window)
})

describe('a poll', () => {
  test('reads right away, every minute, and when asked; costs a 304 until a change or the club’s midnight', async () => {
    await using at = await startTestCalendar('2026-10-06T03:56:30Z')
    const { google, clock } = at
    google.events.put({ id: 'one' })
    await using poll = startPoll(at)
    expect(await poll.readNow()).toBe('answer')
    await clock.advance(59_999)
    expect(google.requests).toHaveLength(1)
    await clock.advance(1 + minute)
    expect(google.requests.map(({ status }) => status)).toEqual([200, 304, 304])
    expect(poll.told.answers.slice(1)).toEqual(Array(2).fill('unchanged'))
    expect(poll.told.readAts.at(-1)).toBe('2026-10-06T03:58:30.000Z')
    google.events.put({ id: 'two' })
    expect(await poll.readNow()).toBe('answer')
    expect(poll.stored()?.answer.events.map(({ id }) => id)).toEqual(['one', 'two'])
    google.requests.length = 0
    await clock.advance(2 * minute)
    expect(google.requests.map(({ status }) => status)).toEqual([304, 200])
    expect(poll.stored()?.window.from).toBe('2026-10-05T04:00:00.000Z')
    expect(poll.told.errors).toEqual([])
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
  test('of quota for an hour costs at most 20 calls, with any luck of the jitter', async () => {
    for (const random of [() => 0, () => 0.999]) {
      await using at = await startTestCalendar()
      const { google, clock } = at
      google.fault({ kind: 'answer', status: 429 })
      await using poll = startPoll(at, { random })
      await poll.readNow()
      await clock.advance(60 * minute)
      expect(google.requests.length).toBeGreaterThan(10)
      expect(google.requests.length).toBeLessThanOrEqual(20)
      google.fault(null)
      await clock.advance(18 * minute)
      expect(poll.told.answers.length).toBeGreaterThan(0)
      // Each is logged once, not every minute.
      expect([poll.told.warnings.length, poll.told.infos.length]).toEqual([1, 1])
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
})

test('stopping ends the reading under way, tells no one, and leaves no timer', async () => {
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
