import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectWellFormed } from '#test/support/calendar-events.ts'
import { startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { createGoogleSource } from './google-calendar.ts'

/**
 * Google's responses with garbage in them (T53): values replaced, fields dropped, items repeated, bytes changed. 300
 * bodies from a fixed seed; CALENDAR_FUZZ=5000 (and CALENDAR_FUZZ_SEED) for more.
 */
const numRuns = Number(process.env.CALENDAR_FUZZ ?? 300)
const seed = Number(process.env.CALENDAR_FUZZ_SEED ?? 20_261_101)

const window = { from: '2026-10-05T04:00:00.000Z', to: '2027-01-05T05:00:00.000Z' }
const calendarId = 'club@group.calendar.google.com'
const startClub = () => startFakeGoogleCalendar({ calendarId, apiKey: 'key', now: () => Date.UTC(2026, 9, 6) })

/** How the source reads this body. */
async function readBody(body: string) {
  await using google = await startClub()
  google.fault({ kind: 'answer', body })
  return await createGoogleSource({ calendarId, apiKey: 'key', baseUrl: google.url }).read({ window, validators: null })
}

async function rightBody() {
  await using google = await startClub()
  google.events.put({ id: 'single', location: 'The Range', description: 'Bring <b>arrows</b>' })
  google.events.put({ id: 'day', start: { date: '2026-10-31' }, end: { date: '2026-11-01' } })
  google.events.put({ id: 'no-day', start: { date: '2026-10-31' }, end: { date: '2026-10-31' } })
  const backward = { start: { dateTime: '2026-10-31T22:00:00Z' }, end: { dateTime: '2026-10-31T20:00:00Z' } }
  google.events.put({ id: 'backward', ...backward })
  const start = { dateTime: '2026-10-25T18:00:00', timeZone: 'Europe/Berlin' }
  google.events.putSeries({ id: 's', start, minutes: 90, weeks: 3 })
  google.events.cancel('s_20261101T170000Z')
  const query = new URLSearchParams({ key: 'key', singleEvents: 'true', showDeleted: 'true', timeMin: window.from })
  return await (await fetch(`${google.url}/calendars/${calendarId}/events?${query}`)).text()
}

const garbage = fc.oneof(
  fc.constantFrom(null, '', 0, -1, 1e308, true, [], {}, '\u0000', 'javascript:alert(1)', '<script>alert(1)</script>'),
  fc.constantFrom('2026-02-30', '2026-13-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-10-25T02:30:00'),
  fc.constantFrom('+275760-09-13T00:00:00Z', '999999999999999999999'),
  fc.constantFrom('\u202Eevil', '\uD800', 'x'.repeat(20_000), '__proto__', 'Europe/Nowhere'),
  fc.jsonValue(),
)

/** The path of every value in the body. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, [...path, name]))]
}

function parentAt(root: unknown, path: string[]) {
  return path.slice(0, -1).reduce<unknown>((value, name) => Object(value)[name], root)
}

async function mutations() {
  const right = await rightBody()
  const paths = pathsOf(JSON.parse(right)).slice(1)
  const change = fc.tuple(fc.constantFrom(...paths), fc.constantFrom('replace', 'drop', 'repeat'), garbage)
  const structured = fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) => {
    const body = JSON.parse(right)
    for (const [path, how, value] of changes) {
      const parent = parentAt(body, path)
      const name = path.at(-1) ?? ''
      if (typeof parent !== 'object' || parent === null) continue
      if (how === 'replace') Reflect.set(parent, name, value)
      else if (how === 'drop') Reflect.deleteProperty(parent, name)
      else if (Array.isArray(parent)) parent.push(parent[Number(name)], value)
    }
    return JSON.stringify(body)
  })
  const bytes = fc
    .array(fc.tuple(fc.nat(right.length - 1), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 8 })
    .map((changes) => changes.reduce((text, [at, put]) => text.slice(0, at) + put + text.slice(at + 1), right))
  const cut = fc.nat(right.length).map((length) => right.slice(0, length))
  return fc.oneof({ arbitrary: structured, weight: 6 }, { arbitrary: bytes, weight: 2 }, { arbitrary: cut, weight: 1 })
}

describe('garbage from Google', () => {
  // Shows: T48, T53
  test('gives well-formed events or a failure, never in a crash', { timeout: 600_000 }, async () => {
    await using google = await startClub()
    const source = createGoogleSource({ calendarId, apiKey: 'key', baseUrl: google.url })
    const seen = { answer: 0, failure: 0, noted: 0 }
    const property = fc.asyncProperty(await mutations(), async (body) => {
      google.fault({ kind: 'answer', body }, { times: 1 })
      const reading = await source.read({ window, validators: null })
      google.fault(null)
      if (reading.outcome === 'failure') {
        seen.failure += 1
        expect(reading.failure.kind).toBe('bad-answer')
        return
      }
      if (reading.outcome !== 'answer') throw new Error(reading.outcome)
      seen.answer += 1
      seen.noted += reading.noted.count
      expectWellFormed(reading.answer.events)
    })
    await fc.assert(property, { numRuns, seed, endOnFailure: true })
    // The sample only means something if it covers all three.
    expect(Math.min(seen.answer, seen.failure, seen.noted)).toBeGreaterThan(numRuns / 20)
  })

  test('a bad item is left out and counted with its id; the rest stays, and a deleted one is no bad one', async () => {
    const day = { date: '2026-10-31' }
    const bad = [
      ...[null, 7, [], { id: 'no-start' }, { id: '' }, { id: 'odd-day', start: { date: '2026-02-30' } }],
      { id: 'no-zone', start: { dateTime: '2026-10-31T18:00:00' } },
      { id: 'nul\u0000', start: day },
    ]
    const odd = { summary: 7, end: { dateTime: 'never' }, organizer: [], eventType: {}, recurrence: ['RRULE:COUNT=x'] }
    const fine = [
      { id: 'good', start: day },
      { id: 'odd', start: day, ...odd },
    ]
    const reading = await readBody(JSON.stringify({ items: [...bad, { id: 'gone', status: 'cancelled' }, ...fine] }))
    if (reading.outcome !== 'answer') throw new Error(reading.outcome)
    expect(reading.answer.events.map(({ id }) => id)).toEqual(['good', 'odd'])
    expect(reading.noted.count).toBe(bad.length + 1)
    expect(reading.noted.notes.at(-1)).toEqual({ reason: 'end', id: 'odd', title: '', on: null })
    expect(reading.noted.incompleteIds).toContain('no-start')
    expect(reading.noted.incompleteIds).toContain('odd-day')
  })

  // Shows: T53
  test('100,000 items are too many, and say so in time', async () => {
    const items = Array.from({ length: 100_000 }, (_, index) => ({ id: `e${index}` }))
    const failure = { message: expect.stringContaining('10,000 events') }
    expect(await readBody(JSON.stringify({ items }))).toMatchObject({ outcome: 'failure', failure })
  })
})
