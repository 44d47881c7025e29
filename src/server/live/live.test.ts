import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'vitest'
import type { HomeChange } from '#domain/live-topics.ts'
import { createTestClub, describe, engines, six, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { collect, listen, portOf, type Told } from '#test/support/live-stream.ts'
import { openLine } from '#test/support/raw-requests.ts'
import { eveningCalls } from '#test/support/sample-calls.ts'
import { storeImport } from '#test/support/store.ts'
import { timersAtRest } from '#test/support/timers-at-rest.ts'

describe.each(engines)('the live stream (%s)', (engine) => {
  // Shows: 7.27, T25
  test('gives the versions and then the name of each change, and no data of changes that don’t fit', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    const practiceId = await club.practice()
    await using stream = await listen(club, ana.cookie)
    const first = await stream.next()
    expect(first.event).toBe('versions')
    expect(Object.keys(first.data).sort()).toEqual(['cards', 'club', 'live', 'member', 'practices'])
    await officer.api.practices.start({ practiceId })
    const told = [await stream.next(), await stream.next()]
    expect(told.map((each) => each.event)).toEqual(['change', 'change'])
    expect(told.map((each) => each.data.topic).sort()).toEqual(['live', 'practices'])
    for (const each of told) expect(Object.keys(each.data).sort()).toEqual(['topic', 'version'])
  })

  test('tells who came and left, how many are there, and the RSVP counts', async ({ club, kai, practiceId }) => {
    const [ana, ben] = [await club.member({ pass: 'Carpool Range Pass' }), await club.member()]
    const tomorrow = { startsAt: '2026-11-25T23:00:00.000Z', endsAt: '2026-11-26T01:00:00.000Z' }
    const next = await club.practice(tomorrow)
    await kai.api.practices.start({ practiceId })
    await using forBen = await listen(club, ben.cookie)
    await forBen.next()
    const heard = collect(forBen)
    const homes = () => heard.flatMap(({ data }) => (data.home ? [data.home as HomeChange] : []))
    await ana.api.practices.checkIn({ practiceId })
    const { memberId, name, pronouns, pictureUrl } = (await ben.api.home.get()).live?.attendees[0] ?? never()
    const added = [{ memberId, name, pronouns, pictureUrl }]
    await expect.poll(homes).toContainEqual(expect.objectContaining({ live: { practiceId, count: 1, added } }))
    const bytes = heard.map(({ data }) => `event: change\ndata: ${JSON.stringify(data)}\n\n`.length)
    expect(Math.max(...bytes)).toBeLessThanOrEqual(400)
    await kai.api.practices.removeAttendee({ practiceId, memberId: ana.id })
    await expect
      .poll(homes)
      .toContainEqual(expect.objectContaining({ live: { practiceId, count: 0, removed: [ana.id] } }))
    await ana.api.practices.answer({ practiceId: next, answer: 'archer' })
    const counts = { archers: 1, drivers: 0, seats: 0, cantCome: 0 }
    await expect.poll(homes).toContainEqual(expect.objectContaining({ rsvps: { [next]: counts } }))
    // Each follows the last, and a page that applies them is the one that the server would send.
    expect(homes().at(-1)?.revision).toBe((await ben.api.home.get()).revision)
  })

  // Shows: T25
  test('tells only that something has changed if an attendee is erased while their addition is on its way', async () => {
    await using club = await createTestClub(engine)
    const officer = await club.officer()
    const [ana, ben] = [await club.member({ pass: 'Carpool Range Pass' }), await club.member()]
    const practiceId = await club.practice()
    await officer.api.practices.start({ practiceId })
    await using stream = await listen(club, ben.cookie)
    await stream.next()
    const heard = collect(stream)
    // The stream is told a moment after the change: by then the name is gone.
    const erased = new Promise<void>((resolve, reject) => {
      const unsubscribe = club.ctx.hub.subscribe(({ topic }) => {
        if (topic !== 'live') return
        unsubscribe()
        const rename = club.db.updateTable('member').set({ nameFirst: '', nameLast: '', erasedAt: six, removedAt: six })
        rename
          .where('id', '=', ana.id)
          .execute()
          .then(() => resolve(), reject)
      })
    })
    await ana.api.practices.checkIn({ practiceId })
    await erased
    await club.ctx.write(async (_tx, announce) => announce('live'))
    await expect.poll(() => heard.filter(({ data }) => data.topic === 'live').length).toBeGreaterThan(1)
    const { data } = heard.filter(({ data }) => data.topic === 'live').at(-1) ?? never()
    expect((data.home as HomeChange | undefined)?.live).toBeUndefined()
  })

  // Shows: T25
  test('through a whole officers’ evening tells a member that practices changed, and nothing else (T25)', {
    timeout: 60_000,
    skip: !usualEngines.includes(engine),
  }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const [ana, lee] = [await club.member({ keep: true }), await club.member({ role: 'Officer', keep: true })]
    await using forAna = await listen(club, ana.cookie)
    await using forLee = await listen(club, lee.cookie)
    await using forNewcomer = await listen(club, (await club.member({ hasLoggedIn: 0, keep: true })).cookie)
    const [heard, heardByOfficer] = [collect(forAna), collect(forLee)]
    const heardByNewcomer = collect(forNewcomer)
    for await (const { send } of eveningCalls(club, '/rpc')) await send()
    await club.ctx.write(async (_tx, announce) => {
      for (const topic of ['practices', 'live', 'members'] as const) announce(topic)
    })
    const arrived = async (told: Told[], topic: string) => {
      const latest = club.db.selectFrom('topicVersion').select('version').where('topic', '=', topic)
      const { version } = await latest.executeTakeFirstOrThrow()
      await expect.poll(() => told.map(({ data }) => [data.topic, data.version])).toContainEqual([topic, version])
    }
    await arrived(heard, 'live')
    await arrived(heardByOfficer, 'members')
    const forAll = ['change club', 'change live', 'change practices', 'versions']
    expect(shapesOf(heard)).toEqual(['beat', ...forAll])
    expect(shapesOf(heardByOfficer)).toEqual(['beat', ...forAll, 'change members'].toSorted())
    expect(heard.length).toBeGreaterThan(20)
    for (const { event, data } of [...heard, ...heardByOfficer])
      expect([event, strangeFields(data)]).toEqual([event, []])
    expect(strangeFields({ topic: 'live', home: { live: { added: [{ email: 'ana@purdue.edu' }] } } })).toEqual([
      'home.live.added.0.email',
    ])
    const told = heard.flatMap(({ data }) => Object.keys(data.home ?? {}))
    expect(new Set(told)).toEqual(new Set(['revision', 'live', 'rsvps']))
    // Someone who hasn't finished the wizard hears only that something has changed.
    await arrived(heardByNewcomer, 'live')
    expect(heardByNewcomer.filter(({ data }) => data.home !== undefined)).toEqual([])
  })

  // Shows: T74
  test('is requested again after one to five seconds, a different time for each reader (T74)', async ({ club }) => {
    await portOf(club)
    const streams = await openMany(club)
    for (const stream of streams) await stream.next()
    const told = streams.map(({ retryMs }) => retryMs())
    expect(Math.min(...told)).toBeGreaterThanOrEqual(1000)
    expect(Math.max(...told)).toBeLessThan(5000)
    expect(new Set(told).size).toBeGreaterThan(10)
    for (const stream of streams) await stream[Symbol.asyncDispose]()
  })

  // Shows: T76
  test('is open four times per session: a fifth closes the oldest, which then polls', async ({ club, ana }) => {
    const { cookie: otherPhone } = await club.loggedIn(ana.email)
    const ben = await club.member()
    await using bens = await listen(club, ben.cookie)
    await bens.next()
    await using anasOther = await listen(club, otherPhone)
    await anasOther.next()
    const room = async () => (await ana.send({ method: 'GET', path: '/live/versions' })).json().room
    const streams: Awaited<ReturnType<typeof listen>>[] = []
    for (let i = 0; i < 5; i++) {
      expect(await room()).toBe(i < 4)
      const stream = await listen(club, ana.cookie)
      await stream.next()
      streams.push(stream)
    }
    const [oldest, ...others] = streams
    expect(await oldest?.next()).toEqual({ event: 'bye', data: { reason: 'too-many' } })
    expect(oldest?.retryMs()).toBe(60_000)
    await expect(oldest?.next()).rejects.toThrow('closed')
    await club.ctx.write(async (_tx, announce) => announce('practices'))
    for (const stream of [bens, anasOther, ...others]) expect((await stream.next()).data.topic).toBe('practices')
    await others.shift()?.[Symbol.asyncDispose]()
    await expect.poll(room).toBe(true)
    for (const stream of others) await stream[Symbol.asyncDispose]()
  })

  // Shows: T83
  test('a window without a stream gets the same versions, from which it learns what it missed', async ({ club }) => {
    const kai = await club.officer()
    const ana = await club.member()
    const versions = async (who: typeof ana) => {
      const reply = await who.send({ method: 'GET', path: '/live/versions' })
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
      return reply.json().versions
    }
    await using stream = await listen(club, ana.cookie)
    expect(await versions(ana)).toEqual((await stream.next()).data)
    const before = await versions(ana)
    await club.ctx.write(async (_tx, announce) => announce('practices'))
    expect(await versions(ana)).toEqual({ ...before, practices: before.practices + 1 })
    expect(await versions(kai)).toHaveProperty('members')
    expect(before).not.toHaveProperty('members')
    expect((await club.visitor().send({ method: 'GET', path: '/live/versions' })).statusCode).toBe(401)
  })

  // Shows: T76, ASVS 1.4.3
  test('leaves no listener and no timer behind, also for readers who leave before their session is found', async () => {
    await using club = await createTestClub(engine)
    const members = await fiveMembers(club)
    await portOf(club)
    const before = await timersAtRest(club)
    for (let round = 0; round < 5; round++) {
      const streams = await openMany(club, members)
      for (const stream of streams) await stream.next()
      for (const stream of streams) await stream[Symbol.asyncDispose]()
    }
    for (let i = 0; i < 50; i++) {
      const { socket } = await openStream(club, members[0]?.cookie)
      await nextTurn()
      if (i % 2 === 0) await nextTurn()
      socket.resetAndDestroy()
    }
    // A stream that stays open, and gets its first event after all of them.
    await using stream = await listen(club, members[1]?.cookie ?? '')
    await stream.next()
    await expect.poll(() => club.clock.pending(), { timeout: 10_000 }).toBe(before + 1)
  })
})

// Shows: T84
test('a stream is closed for a reader that reads nothing, and goes on for the others (T84)', async ({ club }) => {
  const [ana, ben] = [await club.member(), await club.member()]
  await using bens = await listen(club, ben.cookie)
  await bens.next()
  const stalled = await openStream(club, ana.cookie)
  await expect.poll(stalled.said).toContain('event: versions')
  stalled.socket.pause()
  const lines = () => new Promise<number>((tell) => club.app.server.getConnections((_, count) => tell(count)))
  expect(await lines()).toBe(2)
  // The kernel's socket buffers take several megabytes.
  const mostChanges = 400_000
  let version = 1_000
  for (; (await lines()) === 2 && version < mostChanges; version += 500) {
    for (let i = 0; i < 500; i++)
      for (const { id } of [ana, ben]) club.ctx.hub.publish([{ topic: `cards:${id}`, version: version + i }])
    for (let i = 0; i < 500; i++) await bens.next()
  }
  expect(version).toBeLessThan(mostChanges)
  await club.ctx.write(async (_tx, announce) => announce('live'))
  expect((await bens.next()).data.topic).toBe('live')
  // The client reads again and finds its connection closed.
  stalled.socket.resume()
  await stalled.end
})

// Shows: T82
test('a stream isn’t chunked, and tells proxies not to buffer it (T82)', async ({ club }) => {
  const { socket, said } = await openStream(club, (await club.member()).cookie)
  await expect.poll(said).toContain('retry: ')
  const [head = '', first] = said().toLowerCase().split('\r\n\r\n')
  expect(head).toContain('\r\nconnection: close')
  expect(head).not.toContain('transfer-encoding')
  expect(head).toContain('\r\nx-accel-buffering: no')
  expect(head).toContain('no-transform')
  expect(first).toMatch(/^: quiver\nretry: \d+\n\n/)
  socket.destroy()
})

/** All that an event may tell (T25). */
const allowed = [
  /^(cards|club|live|member|members|practices|topic|version)$/,
  /^home\.revision$/,
  /^home\.live\.(practiceId|count|removed\.\d+)$/,
  /^home\.live\.added\.\d+\.(memberId|name|pictureUrl|pronouns\.\d+)$/,
  /^home\.rsvps\.[\w-]+\.(archers|drivers|seats|cantCome)$/,
  /^home\.rsvps\.[\w-]+\.going\.\d+\.(memberId|name|nameFirst|pictureUrl)$/,
]

/** The paths of values that an event must not have. */
function strangeFields(data: unknown, path: string[] = []): string[] {
  if (typeof data === 'object' && data !== null)
    return Object.entries(data).flatMap(([name, value]) => strangeFields(value, [...path, name]))
  const field = path.join('.')
  return allowed.some((each) => each.test(field)) ? [] : [field]
}

function never(): never {
  throw new Error('it should be there')
}

function shapesOf(heard: Told[]) {
  const shapes = heard.map(({ event, data }) => [event, data.topic].filter(Boolean).join(' '))
  return [...new Set(shapes)].toSorted()
}

function fiveMembers(club: TestClub) {
  return Promise.all(Array.from({ length: 5 }, () => club.member()))
}

/** Opens as many streams as five sessions may have. */
async function openMany(club: TestClub, members?: Awaited<ReturnType<typeof fiveMembers>>) {
  const all = members ?? (await fiveMembers(club))
  return Promise.all(all.flatMap(({ cookie }) => Array.from({ length: 4 }, () => listen(club, cookie))))
}

/** A connection that requests the stream. */
const openStream = (club: TestClub, cookie = '') =>
  openLine(club, `GET /live HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
