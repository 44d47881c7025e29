import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { answerOf, failureOf } from '#test/support/calendar-events.ts'
import { startFakeIcsFeed } from '#test/support/fake-ics-feed.ts'
import { autumn, icsCalendar, icsEvent, startsOf } from '#test/support/ics.ts'
import { createTestClock } from '#test/support/test-clock.ts'
import type { CalendarValidators } from './calendar-source.ts'
import { createIcsSource, type IcsOptions } from './ics.ts'

const timeZone = 'America/Indiana/Indianapolis'
const clock = createTestClock('2026-10-05T12:00:00Z')
const one = icsCalendar(icsEvent('UID:one', 'DTSTART:20261019T220000Z'))
const two = icsCalendar(icsEvent('UID:one', 'DTSTART:20261020T220000Z'))

type Feed = Awaited<ReturnType<typeof startFakeIcsFeed>>
const sourceOf = (feed: Feed, more: Partial<IcsOptions> = {}) =>
  createIcsSource({ url: `${feed.url}?token=s3cret`, timeZone, clock, ...more })
const read = (feed: Feed, validators: CalendarValidators | null = null) =>
  sourceOf(feed).read({ window: autumn, validators })

describe('an unchanged feed', () => {
  test.each([
    ['an ETag', { etag: true, lastModified: false }, [200, 304, 200]],
    ['a Last-Modified', { etag: false, lastModified: true }, [200, 304]],
    ['both', { etag: true, lastModified: true }, [200, 304]],
    ['neither, so its body shows it', { etag: false, lastModified: false }, [200, 200, 200]],
  ])('is recognized from %s, and read when it has changed', async (_, given, statuses) => {
    await using feed = await startFakeIcsFeed(one)
    feed.validators = given
    const { validators } = answerOf(await read(feed))
    const stored = JSON.parse(JSON.stringify(validators))
    expect(await read(feed, stored)).toEqual({ outcome: 'unchanged', validators })
    feed.text = two
    // The stand-in's Last-Modified doesn't change.
    if (!given.lastModified)
      expect(startsOf(answerOf(await read(feed, stored)).answer.events)).toEqual(['2026-10-20 18:00'])
    expect(feed.requests.map(({ status }) => status)).toEqual(statuses)
  })

  test('asked about another window, in another zone, or with damaged validators is read whole', async () => {
    await using feed = await startFakeIcsFeed(one)
    const { validators } = answerOf(await read(feed))
    const tomorrow = { ...autumn, from: '2026-10-02T04:00:00.000Z' }
    for (const reading of [
      await sourceOf(feed).read({ window: tomorrow, validators }),
      await sourceOf(feed, { timeZone: 'Europe/Berlin' }).read({ window: autumn, validators }),
      await read(feed, { ...validators, etag: 'a\r\nb: c' }),
      await read(feed, { for: 7 }),
    ]) {
      expect(reading.outcome).toBe('answer')
      expect(feed.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    }
  })
})

describe('a feed that can’t be read', () => {
  test.each([
    [401, 'refused', 'asks for a login (status 401). Publish the calendar, and copy its public ICS address into CALE'],
    [403, 'refused', 'doesn’t let us read the calendar (status 403). It may not be public, or the server may block'],
    [404, 'refused', 'has no calendar at this address (status 404). It isn’t published, or its address has changed.'],
    [429, 'quota', 'too often'],
    [503, 'unreachable', 'status 503'],
  ])('with status %i is %s', async (status, kind, words) => {
    await using feed = await startFakeIcsFeed(one)
    feed.fault({ kind: 'answer', status, headers: { 'retry-after': '90' } })
    const failure = failureOf(await read(feed))
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(words) })
    expect(failure.message).not.toContain('s3cret')
    // Only a refusal blames the address.
    if (kind !== 'refused') expect(failure.message).not.toMatch(/_URL/)
    expect(failure.retryAfterMs).toBe(kind === 'quota' ? 90_000 : undefined)
  })

  test.each([
    ['', {}, 'sent an empty file.'],
    ['<!DOCTYPE html>', {}, 'sent a web page, not a file that starts with BEGIN:VCALENDAR. It may be a login'],
    ['Please log in.', { 'content-type': 'text/html; charset=utf-8' }, 'sent a web page'],
    [one.replace('END:VCALENDAR\r\n', ''), {}, 'didn’t send a complete ICS calendar'],
  ])('because it is %j (%j)', async (body, headers, words) => {
    await using feed = await startFakeIcsFeed(one)
    feed.fault({ kind: 'answer', headers, body })
    const { kind, message } = failureOf(await read(feed))
    expect(kind).toBe('bad-answer')
    expect(message).toContain(words)
    expect(message).toContain('BEGIN:VCALENDAR')
    expect(message).toContain('CALENDAR_ICS_URL')
    expect(message).not.toContain('s3cret')
    expect([...(await sourceOf(feed).whereabouts(['one'])).values()]).toEqual(['unknown'])
  })
})

test('a feed folded anywhere, even through the middle of a character, is unfolded', async () => {
  await using feed = await startFakeIcsFeed()
  const bytes = Buffer.from(icsCalendar(icsEvent('DTSTART:2026\r\n 1019T22\r\n\t0000Z', 'SUMMARY:Entraînement')))
  const middle = bytes.indexOf(Buffer.from('î')) + 1
  const folded = Buffer.concat([bytes.subarray(0, middle), Buffer.from('\r\n '), bytes.subarray(middle)])
  feed.fault({ kind: 'answer', body: folded })
  const { answer } = answerOf(await read(feed))
  expect(answer.events[0]?.summary).toBe('Entraînement')
})

describe('an event missing from a response', () => {
  const series = ['DTSTART:20261019T220000Z', 'RRULE:FREQ=WEEKLY;COUNT=3']

  test('is found where it is now, or is gone', async () => {
    await using feed = await startFakeIcsFeed(
      icsCalendar(
        icsEvent('UID:moved', 'DTSTART:20270310T220000Z'),
        icsEvent('UID:series', ...series),
        icsEvent('UID:series', 'RECURRENCE-ID:20261026T220000Z', 'DTSTART:20270401T220000Z'),
      ),
    )
    const ids = ['moved', 'series_20261026T220000Z', 'series_20261109T220000Z', 'deleted']
    const found = await sourceOf(feed).whereabouts(ids)
    expect([...found.keys()]).toEqual(ids)
    expect(found.get('moved')).toMatchObject({ start: { at: '2027-03-10T22:00:00.000Z' } })
    expect(found.get('series_20261026T220000Z')).toMatchObject({ start: { at: '2027-04-01T22:00:00.000Z' } })
    expect([found.get('series_20261109T220000Z'), found.get('deleted')]).toEqual(['gone', 'gone'])
  })

  test('is not taken for gone in a fault, or when it can’t be understood', async () => {
    await using feed = await startFakeIcsFeed(icsCalendar(icsEvent('UID:bad', series[0] ?? '', 'RRULE:FREQ=NEVER')))
    const look = async () => [...(await sourceOf(feed).whereabouts(['bad', 'bad_20261026T220000Z', 'other'])).values()]
    expect(await look()).toEqual(['unknown', 'unknown', 'gone'])
    for (const fault of [{ status: 404 }, { body: 'BEGIN:VCALENDAR' }]) {
      feed.fault({ kind: 'answer', ...fault })
      expect(await look()).toEqual(['unknown', 'unknown', 'unknown'])
    }
  })
})

// Shows: T58
test('the reader and its libraries are loaded in the worker alone', async () => {
  const files = (await readdir('src', { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join('src', file), 'utf8')]))
  const importing = texts
    .filter(([, text]) => /^(?:import|export) (?!type).*'\.\/ics-feed\.ts'/m.test(text ?? ''))
    .map(([file]) => file)
  expect(importing).toEqual([join('server', 'features', 'calendar', 'ics-worker.ts')])
})
