import { describe, expect, test } from 'vitest'
import { createTestClub, type EngineName, six, usualEngines } from '#test/support/club.ts'
import { startFakeGoogleCalendar } from '#test/support/fake-google-calendar.ts'
import { startFakeIcsFeed } from '#test/support/fake-ics-feed.ts'
import { createIcsSource } from './ics.ts'
import { startOutsideCalendar } from './outside-calendar.ts'

const calendarId = 'club@group.calendar.google.com'
const apiKey = 'AIzaSyTestKeyThatNobodyMayEverSee'
const zone = 'America/Indiana/Indianapolis'
const time = (dateTime: string) => ({ dateTime, timeZone: zone })
const tonight = { start: time('2026-11-24T18:00:00-05:00'), end: time('2026-11-24T20:00:00-05:00') }
const thursday = { start: time('2026-11-26T18:00:00-05:00'), end: time('2026-11-26T20:00:00-05:00') }

/** A club that uses a Google calendar, over HTTP. */
async function startGoogleClub(engine: EngineName, titleFilter?: string) {
  const google = await startFakeGoogleCalendar({ calendarId, apiKey })
  const env = { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_API_KEY: apiKey, GOOGLE_CALENDAR_URL: google.url }
  const settings = titleFilter === undefined ? {} : { practices: { titleFilter } }
  const club = await createTestClub(engine, { env, club: settings })
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
  test('are made when they are first seen, of every page, and keep what people did when the event changes', async () => {
    await using at = await startGoogleClub(engine)
    at.google.pageSize = 2
    for (const id of ['a', 'b', 'c', 'd', 'e'])
      at.google.events.put({
        id,
        summary: `Practice ${id}`,
        location: 'The Range',
        organizer: { email: 'officers@purdue.edu' },
        ...thursday,
      })
    await at.read()
    const home = await at.home()
    expect(home.upcoming.map((card) => card.title)).toEqual([
      'Practice a',
      'Practice b',
      'Practice c',
      'Practice d',
      'Practice e',
    ])
    expect(home.next[0]).toMatchObject({
      location: 'The Range',
      organizer: 'officers@purdue.edu',
      startsAt: '2026-11-26T23:00:00.000Z',
    })
    await at.officer.api.practices.answer({ practiceId: 'a', answer: 'archer' })
    at.google.events.put({
      id: 'a',
      summary: 'Moved',
      start: time('2026-11-27T09:00:00-05:00'),
      end: time('2026-11-27T10:00:00-05:00'),
    })
    await at.read()
    const moved = (await at.home()).upcoming.find((card) => card.id === 'a')
    expect(moved).toMatchObject({
      title: 'Moved',
      startsAt: '2026-11-27T14:00:00.000Z',
      archers: 1,
      myAnswer: 'archer',
    })
  })

  test('an unchanged calendar costs answers without a body and changes nothing', async () => {
    await using at = await startGoogleClub(engine)
    at.google.events.put({ id: 'a', ...thursday })
    await at.read()
    const announced = at.club.announced.length
    await at.read()
    expect(at.google.requests.at(-1)?.status).toBe(304)
    expect(at.club.announced).toHaveLength(announced)
  })

  // Shows: T56
  test('a cancelled or vanished event leaves the lists and stays shown, as cancelled, to those who answered', async () => {
    await using at = await startGoogleClub(engine)
    const ben = await at.club.member()
    for (const id of ['cancelled', 'vanished', 'stays']) at.google.events.put({ id, summary: id, ...thursday })
    await at.read()
    for (const practiceId of ['cancelled', 'vanished'])
      await at.officer.api.practices.answer({ practiceId, answer: 'archer' })
    at.google.events.cancel('cancelled')
    at.google.events.remove('vanished')
    await at.read()
    const home = await at.home()
    expect(home.upcoming.map(({ id }) => id)).toEqual(['stays'])
    expect(home.cancelled.map((card) => [card.title, card.cancelled, card.myAnswer])).toEqual([
      ['cancelled', true, 'archer'],
      ['vanished', true, 'archer'],
    ])
    expect((await ben.api.home.get()).cancelled).toEqual([])
    await expect(ben.api.practices.answer({ practiceId: 'vanished', answer: 'archer' })).rejects.toMatchObject({
      data: { reason: 'practice-cancelled' },
    })
    at.google.events.put({ id: 'vanished', summary: 'back again', ...thursday })
    await at.read()
    expect((await at.home()).upcoming.map((card) => [card.title, card.myAnswer])).toEqual(
      expect.arrayContaining([['back again', 'archer']]),
    )
  })

  test('one that was moved past the window is not taken for cancelled', async () => {
    await using at = await startGoogleClub(engine)
    at.google.events.put({ id: 'a', ...thursday })
    await at.read()
    at.google.events.put({ id: 'a', start: time('2027-06-01T18:00:00-04:00'), end: time('2027-06-01T20:00:00-04:00') })
    await at.read()
    await at.read()
    expect(await at.practice('a')).toMatchObject({ cancelledAt: null, startsAt: '2027-06-01T22:00:00.000Z' })
    expect((await at.home()).next).toEqual([])
  })

  test('one that an officer deleted is neither shown as cancelled nor made again', async () => {
    await using at = await startGoogleClub(engine)
    at.google.events.put({ id: 'a', ...thursday })
    await at.read()
    await at.club.db.updateTable('practice').set({ deletedAt: six }).where('id', '=', 'a').execute()
    at.google.events.put({ id: 'a', summary: 'changed', ...thursday })
    await at.read()
    expect(await at.home()).toMatchObject({ upcoming: [], cancelled: [] })
    at.google.events.remove('a')
    await at.read()
    expect(await at.practice('a')).toMatchObject({
      deletedAt: six,
      cancelledAt: null,
      title: expect.not.stringContaining('changed'),
    })
  })

  // Shows: T55
  test('while live only the end follows the calendar: later extends it, earlier ends it at the next look', async () => {
    await using at = await startGoogleClub(engine)
    at.google.events.put({ id: 'a', summary: 'Tonight', ...tonight })
    await at.read()
    await at.officer.api.practices.start({ practiceId: 'a' })
    at.google.events.put({ id: 'a', summary: 'Renamed', start: tonight.start, end: time('2026-11-24T21:00:00-05:00') })
    await at.read()
    expect((await at.home()).live?.practice).toMatchObject({ title: 'Tonight', endsAt: '2026-11-25T02:00:00.000Z' })
    at.google.events.cancel('a')
    await at.read()
    expect((await at.home()).live?.practice).toMatchObject({ title: 'Tonight', endsAt: '2026-11-25T02:00:00.000Z' })
    at.google.events.put({ id: 'a', start: tonight.start, end: time('2026-11-24T18:30:00-05:00') })
    await at.club.clock.advance(41 * 60_000)
    const ended = { endedAt: '2026-11-24T23:30:00.000Z', endedEarly: 0 }
    await expect.poll(() => at.practice('a'), { timeout: 10_000 }).toMatchObject(ended)
  })

  // Shows: T51
  test.each([
    ['out of order', { kind: 'answer', status: 500, body: 'oops' }],
    ['out of quota', { kind: 'answer', status: 429, body: '{}' }],
    ['rubbish', { kind: 'answer', status: 200, body: '<html>Sign in</html>' }],
    ['without events in its answer', { kind: 'answer', status: 200, body: '{}' }],
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
      expect(home).toMatchObject({
        calendar: { stale: true, readAt: '2026-11-24T22:50:00.000Z' },
        live: { practice: { id: 'a' } },
      })
      expect(home.upcoming.map((card) => card.id)).toEqual(['b'])
      at.google.fault(null)
      await at.club.clock.advance(61_000)
      expect(await at.home()).toMatchObject({ calendar: { stale: false }, upcoming: [{ title: 'changed' }] })
    },
  )

  test('only titles with the club’s word are practices, if it has one', async () => {
    await using at = await startGoogleClub(engine, 'Practice')
    at.google.events.put({ id: 'a', summary: 'Tuesday practice', ...thursday })
    at.google.events.put({ id: 'b', summary: 'Board meeting', ...thursday })
    await at.read()
    expect((await at.home()).upcoming.map((card) => card.id)).toEqual(['a'])
  })

  // Shows: 7.37, T60
  test('the key stays on the server', async () => {
    await using at = await startGoogleClub(engine)
    await at.read()
    expect(at.google.requests[0]?.query.get('key')).toBe(apiKey)
    const answer = await at.officer.send({ method: 'GET', path: '/rpc/home/get' })
    expect(answer.payload).not.toContain(apiKey)
  })

  test('all-day practices are shown as days', async () => {
    await using at = await startGoogleClub(engine)
    at.google.events.put({ id: 'a', start: { date: '2026-11-28' }, end: { date: '2026-11-30' } })
    await at.read()
    expect((await at.home()).upcoming[0]).toMatchObject({
      allDay: true,
      startsOn: '2026-11-28',
      lastOn: '2026-11-29',
      startsAt: '2026-11-28T05:00:00.000Z',
      endsAt: '2026-11-30T05:00:00.000Z',
    })
  })
})

describe.each(usualEngines)('practices of an ICS feed (%s)', (engine) => {
  test('a weekly practice stays at six through the change of the clocks', async () => {
    await using feed = await startFakeIcsFeed(
      calendarOf(
        `UID:weekly\nSUMMARY:Practice\nDTSTART;TZID=${zone}:20261027T180000\nDTEND;TZID=${zone}:20261027T200000\nRRULE:FREQ=WEEKLY;COUNT=3`,
      ),
    )
    await using club = await createTestClub(engine, {
      env: { CALENDAR_ICS_URL: feed.url },
      now: '2026-10-26T12:00:00.000Z',
    })
    const ana = await club.member()
    await club.calendar.readNow()
    expect((await ana.api.home.get()).upcoming.map((card) => card.startsAt)).toEqual([
      '2026-10-27T22:00:00.000Z',
      '2026-11-03T23:00:00.000Z',
      '2026-11-10T23:00:00.000Z',
    ])
  })

  test('keep their answers when the club changes from Google to the feed of the same calendar', async () => {
    await using at = await startGoogleClub(engine)
    at.google.events.put({ id: 'single', summary: 'Practice', iCalUID: 'single@google.com', ...thursday })
    at.google.events.putSeries({
      id: 'weekly',
      summary: 'Weekly',
      start: time('2026-11-26T09:00:00-05:00'),
      minutes: 60,
      weeks: 2,
    } as never)
    await at.read()
    const ids = (await at.home()).upcoming.map((card) => card.id)
    expect(ids).toHaveLength(3)
    for (const practiceId of ids) await at.officer.api.practices.answer({ practiceId, answer: 'archer' })

    await using feed = await startFakeIcsFeed(
      calendarOf(
        'UID:single@google.com\nSUMMARY:Practice\nDTSTART:20261126T230000Z\nDTEND:20261127T010000Z',
        `UID:weekly@google.com\nSUMMARY:Weekly\nDTSTART;TZID=${zone}:20261126T090000\nDTEND;TZID=${zone}:20261126T100000\nRRULE:FREQ=WEEKLY;COUNT=2`,
      ),
    )
    const { ctx } = at.club
    ctx.calendarSource = 'ics'
    const kept = startOutsideCalendar(ctx, createIcsSource({ url: feed.url, timeZone: zone }))
    await kept.readNow()
    await kept.stop()
    const { upcoming } = await at.home()
    expect(upcoming.map((card) => card.id)).toEqual(ids)
    expect(upcoming.every((card) => card.myAnswer === 'archer')).toBe(true)
    const sources = await ctx.database.db.selectFrom('practice').select('source').distinct().execute()
    expect(sources).toEqual([{ source: 'ics' }])
  })
})

function calendarOf(...events: string[]) {
  const lines = events.flatMap((event) => [
    'BEGIN:VEVENT',
    'DTSTAMP:20260101T000000Z',
    ...event.split('\n'),
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}
