import ical, { type VEvent } from 'node-ical'
import { expect } from 'vitest'
import { leap } from '#test/support/account-requests.ts'
import { createTestClub, eight, six, type TestClub, type TestMember, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { insert } from '#test/support/insert.ts'
import { practiceRow } from '#test/support/live-practice.ts'

type Reply = Awaited<ReturnType<TestMember['send']>>

/** The path of a member's feed, which is created if needed. */
async function feedOf({ api }: Pick<TestMember, 'api'>) {
  await api.calendarFeed.create({})
  const { feed } = await api.calendarFeed.get()
  return new URL(feed?.url ?? '').pathname
}

/** Requests it as a calendar app does: without a session. */
function read(club: TestClub, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  return club.visitor().send({ method: 'GET', path, headers })
}

/** The events of a response as another library parses them, ordered by start. */
function eventsOf(reply: Pick<Reply, 'payload'>): VEvent[] {
  return Object.values(ical.sync.parseICS(reply.payload))
    .filter((part): part is VEvent => part?.type === 'VEVENT')
    .sort((a, b) => a.start.getTime() - b.start.getTime())
}

async function onlyEvent(club: TestClub, path: string) {
  const [event, ...more] = eventsOf(await read(club, path))
  if (!event || more.length > 0) throw new Error(`${more.length + 1} events`)
  return event
}

/** Ana, a practice tonight, and the path of her feed. */
async function feedWithPractice(club: TestClub) {
  const ana = await club.member({ hasCar: 1, carCapacity: 4, keep: true })
  const practiceId = await club.practice()
  return { ana, practiceId, path: await feedOf(ana) }
}

const statusOf = async (club: TestClub, path: string) => (await read(club, path)).statusCode
const feedEvents = ({ db }: TestClub) => db.selectFrom('feedEvent').selectAll().execute()

function versionOf(event: VEvent) {
  return { sequence: Number(event.sequence), modified: event.lastmodified?.toISOString() }
}

describe.each(usualEngines)('a member’s calendar feed (%s)', (engine) => {
  test('has the club’s practices for anyone with the address, as a calendar program reads them', async ({ club }) => {
    const ana = await club.member({ hasCar: 1, carCapacity: 4 })
    const practiceId = await club.practice({ title: 'Tuesday, indoor; 18 m' })
    await club.practice({ title: 'Thursday', startsAt: '2026-11-26T23:00:00.000Z', endsAt: '2026-11-27T01:00:00.000Z' })
    await ana.api.practices.answer({ practiceId, answer: 'driver' })
    const reply = await read(club, await feedOf(ana))
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(reply.payload).toMatch(/^BEGIN:VCALENDAR\r\n.*X-WR-CALNAME:Archery Club practices\r\n.*END:VCALENDAR\r\n$/s)
    const [first, second] = eventsOf(reply)
    const texts = {
      summary: 'Tuesday, indoor; 18 m',
      location: 'Lafayette Range',
      description: 'You: driver\n\nBring water.',
    }
    const url = expect.objectContaining({ val: 'http://localhost:3000/my-practices' })
    expect(first).toMatchObject({ ...texts, url, status: 'CONFIRMED', transparency: 'OPAQUE', datetype: 'date-time' })
    expect([first?.start.toISOString(), first?.end?.toISOString()]).toEqual([six, eight])
    expect(second).toMatchObject({ summary: 'Thursday', description: 'Bring water.', transparency: 'TRANSPARENT' })
    expect(first?.uid).toMatch(/^[0-9a-f]{32}@quiver$/)
    expect(first?.uid).not.toBe(second?.uid)
  })

  test('has the days of an all-day practice, over the end of daylight saving time', async () => {
    await using club = await createTestClub(engine, { now: '2026-10-25T16:00:00.000Z' })
    const ana = await club.member()
    await club.practice({ startsAt: '2026-10-31T04:00:00.000Z', endsAt: '2026-11-02T05:00:00.000Z' })
    await club.db.updateTable('practice').set({ allDay: 1, startsOn: '2026-10-31', lastOn: '2026-11-01' }).execute()
    const reply = await read(club, await feedOf(ana))
    expect(reply.payload).toContain('DTSTART;VALUE=DATE:20261031\r\nDTEND;VALUE=DATE:20261102\r\n')
  })

  test('goes from yesterday to 90 days ahead, and back to recent RSVPs and attendance', async ({ club, ana, ben }) => {
    const copy = await practiceRow(club, await club.practice())
    await club.db.updateTable('practice').set({ deletedAt: six }).execute()
    for (const [title, startsAt, attendee] of [
      ['the day before yesterday', '2026-11-23T03:00:00.000Z'],
      ['yesterday', '2026-11-23T05:30:00.000Z'],
      ['in 90 days', '2027-02-22T23:00:00.000Z'],
      ['in 91 days', '2027-02-23T23:00:00.000Z'],
      ['attended', '2026-10-01T22:00:00.000Z', ana.id],
      ['someone else’s', '2026-10-02T22:00:00.000Z', ben.id],
      ['attended long ago', '2026-08-25T22:00:00.000Z', ana.id],
      ['with an RSVP', '2026-10-05T22:00:00.000Z'],
    ] as const) {
      const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString()
      const row = { ...copy, id: title, eventId: title, title, startsAt, endsAt }
      await insert(club.db, 'practice', row)
      if (!attendee) continue
      const there = { practiceId: title, memberId: attendee, checkedInBy: attendee, checkedInAt: six, reason: '' }
      await insert(club.db, 'attendance', there)
    }
    await insert(club.db, 'rsvp', { practiceId: 'with an RSVP', memberId: ana.id, kind: 'archer', answeredAt: six })
    const events = eventsOf(await read(club, await feedOf(ana)))
    expect(events.map(({ summary, description }) => `${summary}: ${String(description).split('\n')[0]}`)).toEqual([
      'attended: You: checked in',
      'with an RSVP: You: archer',
      'yesterday: Bring water.',
      'in 90 days: Bring water.',
    ])
  })

  test('raises an event’s version whenever it says something else, and never otherwise', async ({ club }) => {
    const { ana, practiceId, path } = await feedWithPractice(club)
    const ben = await club.member()
    const change = (set: object) => club.db.updateTable('practice').set(set).where('id', '=', practiceId).execute()
    const rsvp = (answer: 'archer' | 'driver' | null) => () => ana.api.practices.answer({ practiceId, answer })
    const later = '2026-11-24T23:30:00.000Z'
    const acts: [string, () => Promise<unknown>, object][] = [
      ['an RSVP', rsvp('archer'), { description: 'You: archer\n\nBring water.' }],
      ['its withdrawal', rsvp(null), { description: 'Bring water.' }],
      ['a move', () => change({ startsAt: later }), { start: new Date(later) }],
      [
        'a cancellation',
        () => change({ cancelledAt: six }),
        { status: 'CANCELLED', summary: 'Canceled: Tuesday practice' },
      ],
      ['its end', () => change({ cancelledAt: null }), { status: 'CONFIRMED', summary: 'Tuesday practice' }],
    ]
    let before = await onlyEvent(club, path)
    for (const [name, act, shown] of acts) {
      leap(club, 61_000)
      await act()
      const after = await onlyEvent(club, path)
      expect([name, after.uid, after]).toEqual([name, before.uid, expect.objectContaining(shown)])
      expect([name, versionOf(after).sequence > versionOf(before).sequence]).toEqual([name, true])
      expect(versionOf(after).modified).toBe(new Date(club.clock.now()).toISOString())
      before = after
    }
    leap(club, 61_000)
    await ben.api.practices.answer({ practiceId, answer: 'archer' })
    expect(versionOf(await onlyEvent(club, path))).toEqual(versionOf(before))
  })

  test('costs a 304 without a body while it is the same, even behind a proxy that compresses', async ({ club }) => {
    const { ana, practiceId, path } = await feedWithPractice(club)
    const { etag } = (await read(club, path)).headers
    leap(club, 3_600_000)
    const same = await read(club, path, { 'if-none-match': `W/${etag}` })
    expect([same.statusCode, same.payload]).toEqual([304, ''])
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    const changed = await read(club, path, { 'if-none-match': String(etag) })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('stops right away when it is renewed or removed; creating it again changes nothing', async ({ club, ana }) => {
    const first = await feedOf(ana)
    expect(await feedOf(ana)).toBe(first)
    club.announced.length = 0
    await ana.api.calendarFeed.renew({})
    expect(club.announced).toEqual([`member:${ana.id}`])
    const second = await feedOf(ana)
    expect([await statusOf(club, first), await statusOf(club, second)]).toEqual([404, 200])
    await club.practice()
    await read(club, second)
    await ana.api.calendarFeed.remove({})
    expect(await ana.api.calendarFeed.get()).toEqual({ feed: null, wasReset: false })
    expect([await statusOf(club, first), await statusOf(club, second)]).toEqual([404, 404])
    expect(await feedEvents(club)).toEqual([])
    expect([first, second]).not.toContain(await feedOf(ana))
  })

  // Shows: T23
  test('shows a member’s own part to no one else, and nothing of the others', async ({ club, practiceId }) => {
    const ana = await club.member({ nameFirst: 'Canary' })
    const ben = await club.member({ nameFirst: 'Canary', email: 'canary@purdue.edu' })
    await ben.api.practices.answer({ practiceId, answer: 'archer' })
    const reply = await read(club, await feedOf(ana))
    expect(reply.payload).not.toMatch(/canary|You:/i)
    expect((await read(club, await feedOf(ben))).payload).toContain('You: archer')
  })
})

describe.each(usualEngines)('a practice to add to your own calendar (%s)', () => {
  const pathOf = (id: string) => `/practice.ics?id=${encodeURIComponent(id)}`

  test('is the event of the feed, and replaces an earlier download', async ({ club }) => {
    const ana = await club.member({ keep: true })
    const id = 'of another calendar/with signs@google.com?ä'
    await club.practice()
    await club.db.updateTable('practice').set({ id }).execute()
    const inFeed = await onlyEvent(club, await feedOf(ana))
    const [before] = eventsOf(await ana.send({ method: 'GET', path: pathOf(id) }))
    leap(club, 60_000)
    await club.db.updateTable('practice').set({ cancelledAt: six }).where('id', '=', id).execute()
    const [after] = eventsOf(await ana.send({ method: 'GET', path: pathOf(id) }))
    expect([before?.uid, after?.uid, after?.status]).toEqual([inFeed.uid, inFeed.uid, 'CANCELLED'])
    expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence))
    await club.db.updateTable('practice').set({ deletedAt: six }).where('id', '=', id).execute()
    expect((await ana.send({ method: 'GET', path: pathOf(id) })).statusCode).toBe(404)
  })
})
