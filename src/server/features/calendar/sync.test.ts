import { describe, expect, test } from 'vitest'
import { createTestClub, type EngineName, outcomeOf, usualEngines } from '#test/support/club.ts'
import { googleError, startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'

const calendarId = 'club@group.calendar.google.com'
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'
const zone = 'America/Indiana/Indianapolis'
const time = (dateTime: string) => ({ dateTime, timeZone: zone })
const tonight = { start: time('2026-11-24T18:00:00-05:00'), end: time('2026-11-24T20:00:00-05:00') }
const thursday = { start: time('2026-11-26T18:00:00-05:00'), end: time('2026-11-26T20:00:00-05:00') }

/** A club that uses a Google calendar, over HTTP. */
async function startGoogleClub(engine: EngineName) {
  const google = await startFakeGoogleCalendar({ calendarId, apiKey })
  const env = { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_API_KEY: apiKey, GOOGLE_CALENDAR_URL: google.url }
  const club = await createTestClub(engine, { env, club: { practices: { titleFilter: 'practice' } } })
  const officer = await club.officer({ pass: 'Carpool Range Pass' })
  // Wait for the first reading: a later one would join it and return what was there before.
  await club.calendar.readNow()
  return {
    club,
    google,
    officer,
    home: () => officer.api.home.get(),
    read: () => club.calendar.readNow(),
    practice: (id: string) => club.db.selectFrom('practice').selectAll().where('id', '=', id).executeTakeFirst(),
    async [Symbol.asyncDispose]() {
      await club[Symbol.asyncDispose]()
      await google.stop()
    },
  }
}

describe.each(usualEngines)('practices of the club’s Google calendar (%s)', (engine) => {
  // Shows: 1.11, 3.30, 4.19, 7.23
  test('with the club’s word are created when first seen, and keep RSVPs when the event changes', async () => {
    await using at = await startGoogleClub(engine)
    at.google.pageSize = 2
    const [location, organizer] = ['The Range', 'officers@purdue.edu']
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      at.google.events.put({ id, summary: `Practice ${id}`, location, organizer: { email: organizer }, ...thursday })
    at.google.events.put({ id: 'f', summary: 'Board meeting', ...thursday })
    await at.read()
    const home = await at.home()
    expect(home.upcoming.map(({ title }) => title)).toEqual(['a', 'b', 'c', 'd', 'e'].map((id) => `Practice ${id}`))
    expect(home.next[0]).toMatchObject({ location, organizer, startsAt: '2026-11-26T23:00:00.000Z' })
    await at.officer.api.practices.answer({ practiceId: 'a', answer: 'archer' })
    const friday = { start: time('2026-11-27T09:00:00-05:00'), end: time('2026-11-27T10:00:00-05:00') }
    at.google.events.put({ id: 'a', summary: 'Moved', ...friday })
    await at.read()
    const moved = (await at.home()).upcoming.find((card) => card.id === 'a')
    const now = { title: 'Moved', startsAt: '2026-11-27T14:00:00.000Z' }
    expect(moved).toMatchObject({ ...now, archers: 1, myAnswer: 'archer' })
    const announced = at.club.announced.length
    await at.read()
    expect(at.club.announced).toHaveLength(announced)
  })

  // Shows: T56
  test('a canceled or vanished event leaves the lists, but those with an RSVP see it as canceled', async () => {
    await using at = await startGoogleClub(engine)
    const ben = await at.club.member()
    for (const id of ['cancelled', 'vanished', 'stays'])
      at.google.events.put({ id, summary: `${id} practice`, ...thursday })
    await at.read()
    for (const practiceId of ['cancelled', 'vanished'])
      await at.officer.api.practices.answer({ practiceId, answer: 'archer' })
    at.google.events.cancel('cancelled')
    at.google.events.remove('vanished')
    await at.read()
    const home = await at.home()
    expect(home.upcoming.map(({ id }) => id)).toEqual(['stays'])
    const shown = { cancelled: true, myAnswer: 'archer' }
    expect(home.cancelled).toMatchObject([
      { title: 'cancelled practice', ...shown },
      { title: 'vanished practice', ...shown },
    ])
    expect((await ben.api.home.get()).cancelled).toEqual([])
    const late = ben.api.practices.answer({ practiceId: 'vanished', answer: 'archer' })
    expect(await outcomeOf(late)).toBe('practice-cancelled')
    at.google.events.put({ id: 'vanished', summary: 'back again', ...thursday })
    await at.read()
    const back = (await at.home()).upcoming.find(({ id }) => id === 'vanished')
    expect(back).toMatchObject({ title: 'back again', myAnswer: 'archer' })
  })

  test('one whose event is missing is canceled only once a lookup shows that it is gone', async () => {
    await using at = await startGoogleClub(engine)
    for (const id of ['vanished', 'stays', 'stays too']) at.google.events.put({ id, ...thursday })
    await at.read()
    at.google.events.remove('vanished')
    // The list is read, but the lookup fails.
    at.google.fault({ kind: 'answer', status: 500 }, { after: 1 })
    await at.read()
    expect(await at.practice('vanished')).toMatchObject({ cancelledAt: null })
    at.google.fault(null)
    await at.read()
    expect(await at.practice('vanished')).toMatchObject({ cancelledAt: '2026-11-24T22:50:00.000Z' })
  })

  // Shows: T51, T52
  test.each([
    ['down', { kind: 'reset' }],
    ['not ours to read', { kind: 'answer', ...googleError(404, 'notFound', 'Not Found') }],
    ['out of quota', { kind: 'answer', status: 429, body: '{}' }],
    ['a web page', { kind: 'answer', status: 200, body: '<html>Sign in</html>' }],
    ['cut off', { kind: 'cut', afterBytes: 40 }],
  ] as const)(
    'a calendar that is %s is never "no events": what was known stays, and the page says so',
    async (_how, fault) => {
      await using at = await startGoogleClub(engine)
      at.google.events.put({ id: 'a', ...tonight })
      at.google.events.put({ id: 'b', ...thursday })
      await at.read()
      await at.officer.api.practices.start({ practiceId: 'a' })
      at.google.events.put({ id: 'b', summary: 'changed', ...thursday })
      at.google.fault(fault)
      await at.read()
      const home = await at.home()
      const calendar = { stale: true, readAt: '2026-11-24T22:50:00.000Z' }
      expect(home).toMatchObject({ calendar, live: { practice: { id: 'a' } }, upcoming: [{ id: 'b' }] })
      at.google.fault(null)
      await at.club.clock.advance(61_000)
      expect(await at.home()).toMatchObject({ calendar: { stale: false }, upcoming: [{ title: 'changed' }] })
    },
  )

  // Shows: 7.37, T60
  test('the key stays on the server', async () => {
    await using at = await startGoogleClub(engine)
    await at.read()
    expect(at.google.requests[0]?.query.get('key')).toBe(apiKey)
    const answer = await at.officer.send({ method: 'GET', path: '/rpc/home/get' })
    expect(answer.payload).not.toContain(apiKey)
  })
})
