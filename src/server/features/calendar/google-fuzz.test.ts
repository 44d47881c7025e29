import { describe, expect, test } from 'vitest'
import { createRandom, type Random } from '#server/ops/demo/random.ts'
import { changes, garbles } from '#test/support/bad-input/changes.ts'
import { answerOf, expectSoundReadings } from '#test/support/calendar-events.ts'
import { startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { createGoogleSource } from './google-calendar.ts'

/**
 * Google's responses with garbage in them (T53): values replaced, fields dropped, items repeated, text garbled. 300
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
  const body = await (await fetch(`${google.url}/calendars/${calendarId}/events?${query}`)).json()
  // An item may come again.
  return JSON.stringify({ ...body, items: [...body.items, body.items[0]] })
}

const anyChange = Object.values(changes)
/** Lists that are repeated within lists would take gigabytes. */
const smallChanges = anyChange.filter((change) => change !== changes.repeat)

/** The body with one garbled place, or with one to six changed values. */
function spoil(right: string, random: Random) {
  if (random.chance(0.3)) return random.pick(Object.values(garbles))(right, random)
  let body = random.pick(anyChange)(JSON.parse(right), random)
  for (let more = random.int(0, 5); more > 0; more--) body = random.pick(smallChanges)(body, random)
  return JSON.stringify(body) ?? ''
}

describe('garbage from Google', () => {
  // Shows: T48, T53
  test('gives well-formed events or a failure, never in a crash', { timeout: 600_000 }, async () => {
    await using google = await startClub()
    const source = createGoogleSource({ calendarId, apiKey: 'key', baseUrl: google.url })
    const right = await rightBody()
    const random = createRandom(seed)
    await expectSoundReadings(numRuns, async () => {
      const body = spoil(right, random)
      google.fault({ kind: 'answer', body }, { times: 1 })
      const reading = await source.read({ window, validators: null })
      google.fault(null)
      return [body, reading]
    })
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
    const items = [...bad, { id: 'gone', status: 'cancelled' }, ...fine]
    const reading = answerOf(await readBody(JSON.stringify({ items })))
    expect(reading.answer.events.map(({ id }) => id)).toEqual(['good', 'odd'])
    expect(reading.noted.count).toBe(bad.length + 1)
    expect(reading.noted.notes.at(-1)).toEqual({ reason: 'end', id: 'odd', title: '', on: null })
    expect(reading.noted.incompleteIds).toContain('no-start')
    expect(reading.noted.incompleteIds).toContain('odd-day')
  })
})
