import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { createSecrets } from '#server/crypto/secrets.ts'
import { cookieOf, post } from '#test/support/account-requests.ts'
import { atHttps, createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { listen } from '#test/support/live-stream.ts'
import { timersAtRest } from '#test/support/timers-at-rest.ts'
import { newLink } from './email-tokens.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-11-24T22:50:00.000Z')
const at = (ms: number) => new Date(start + ms).toISOString()

/** A fixed limit so long that only the idle limit can end a session. */
const idleOnly = { club: { session: { idleMinutes: 60, fixedMinutes: 240 } } }
const signIn = (club: TestClub, email: string, { rememberMe = false, cookie = '' } = {}) =>
  post(club, '/api/auth/sign-in/email', { email, password: goodPassword, rememberMe }, { cookie: cookie || null })

const signOut = (club: TestClub, cookie: string | null) => post(club, '/api/auth/sign-out', {}, { cookie })

const nowOf = (club: TestClub) => new Date(club.clock.now()).toISOString()

const personOf = async (club: TestClub, cookie: string) => (await club.caller(cookie).api.session.get()).person

async function expectDead(club: TestClub, cookie: string) {
  for (const path of ['/rpc/home/get', '/api/v1/home', '/live'])
    expect([path, (await club.caller(cookie).send({ method: 'GET', path })).statusCode]).toEqual([path, 401])
  expect(await personOf(club, cookie)).toBeNull()
}

/** Moves the clock to `ms` after the start without running the timers in between. */
const leapTo = (club: TestClub, ms: number) => club.clock.set(at(ms))

describe.each(usualEngines)('a session (%s)', (engine) => {
  // Shows: T10, ASVS 7.2.2, ASVS 7.2.4
  test('gets a new token at each login, and the browser’s previous one stops working (T10)', async ({ club, ana }) => {
    const first = cookieOf(await signIn(club, ana.email))
    expect(club.announced).toEqual([`member:${ana.id}`])
    const second = cookieOf(await signIn(club, ana.email, { cookie: first }))
    expect(second).not.toBe(first)
    await expectDead(club, first)
    // So is someone else's, while the session on her other phone stays.
    const ben = await club.member()
    const third = cookieOf(await signIn(club, ben.email, { cookie: second }))
    const people = await Promise.all([second, third, ana.cookie].map((cookie) => personOf(club, cookie)))
    expect(people.map((person) => person?.userId)).toEqual([undefined, ben.id, ana.id])
  })

  // Shows: 7.5, T10, ASVS 7.4.1
  test('ends with logging out, and only that one', async ({ club }) => {
    const ana = await club.officer()
    const phone = cookieOf(await signIn(club, ana.email))
    expect(await personOf(club, phone)).toMatchObject({ userId: ana.id })
    const told = club.announced.length
    const reply = await signOut(club, phone)
    expect([reply.statusCode, reply.json()]).toEqual([200, {}])
    expect(club.announced.slice(told)).toEqual([`member:${ana.id}`])
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect(reply.headers['set-cookie']).toBe('quiver=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    await expectDead(club, phone)
    expect(await personOf(club, ana.cookie)).toMatchObject({ userId: ana.id })
    // Without a session, logging out is no error.
    for (const cookie of [null, 'quiver=rubbish', 'quiver=', phone])
      expect((await signOut(club, cookie)).json()).toEqual({})
  })

  // Shows: 4.44, 9.1, T12, ASVS 7.3.1
  test('is over an hour after the last touch, however much was read, and says so (T12)', async () => {
    await using club = await createTestClub(engine, idleOnly)
    const ana = await club.member()
    for (let minutes = 5; minutes < 60; minutes += 5) {
      leapTo(club, minutes * minute)
      await ana.api.home.get()
      await ana.api.session.get()
    }
    leapTo(club, 60 * minute - 1)
    expect(await personOf(club, ana.cookie)).toMatchObject({ limits: { idleExpiresAt: at(60 * minute) } })
    const idleExpiresAt = at(2 * hour - 1)
    expect(await ana.api.session.touch({})).toEqual({ expiresAt: at(240 * minute), idleExpiresAt })
    leapTo(club, 2 * hour - 2)
    expect(await personOf(club, ana.cookie)).toMatchObject({ limits: { idleExpiresAt } })
    leapTo(club, 2 * hour - 1)
    await expectDead(club, ana.cookie)
  })

  // Shows: T13
  test('ends when it should even if the server’s clock is set, and says so by that clock (T13)', async () => {
    await using club = await createTestClub(engine, idleOnly)
    const ana = await club.member()
    for (const hours of [2, -2, 3, -3]) {
      club.clock.step(hours * hour)
      await club.clock.advance(minute)
      await ana.api.session.touch({})
      const idleExpiresAt = new Date(club.clock.now() + 60 * minute).toISOString()
      expect(await personOf(club, ana.cookie)).toMatchObject({ limits: { idleExpiresAt } })
      expect((await ana.api.sessions.get()).sessions).toMatchObject([{ lastActiveAt: nowOf(club) }])
      club.clock.step(-hours * hour)
      expect(await personOf(club, ana.cookie)).not.toBeNull()
    }
    club.clock.step(-2 * hour)
    await club.clock.advance(60 * minute - 1)
    expect(await personOf(club, ana.cookie)).not.toBeNull()
    await club.clock.advance(1)
    await expectDead(club, ana.cookie)
  })

  test('leaves no row after its fixed limit', async ({ club }) => {
    await club.member()
    const kept = await club.member({ keep: true })
    await timersAtRest(club)
    leapTo(club, hour)
    await club.clock.advance(minute)
    expect(await club.db.selectFrom('session').select('userId').execute()).toEqual([{ userId: kept.id }])
  })
})

describe('a session', () => {
  // Shows: 4.47, 9.2, ASVS 7.3.2
  test.each([
    ['an hour after logging in, touched or not', {}, false, hour],
    ['30 days after logging in if it is kept on a phone', {}, true, 30 * day],
    ['an hour after logging in if the club keeps no one logged in', { keepDays: 0 }, true, hour],
  ])('ends %s', async (_, session, rememberMe, limit) => {
    await using club = await createTestClub('sqlite', { club: { session } })
    const reply = await signIn(club, (await club.member()).email, { rememberMe })
    expect(String(reply.headers['set-cookie'])).toContain(`Max-Age=${limit / 1000};`)
    const cookie = cookieOf(reply)
    leapTo(club, 59 * minute)
    if (limit === hour) await club.caller(cookie).api.session.touch({})
    leapTo(club, limit - 1)
    expect((await personOf(club, cookie))?.limits.expiresAt).toBe(at(limit))
    leapTo(club, limit)
    await expectDead(club, cookie)
  })

  // Shows: T12
  test('isn’t extended by an open live stream, which says goodbye when the session ends', async () => {
    await using club = await createTestClub('sqlite', idleOnly)
    const ana = await club.member()
    await using stream = await listen(club, ana.cookie)
    expect((await stream.next()).event).toBe('versions')
    leapTo(club, hour - 15_001)
    await club.clock.advance(15_000)
    expect((await stream.next()).event).toBe('beat')
    await club.clock.advance(15_000)
    let told = await stream.next()
    while (told.event === 'beat') told = await stream.next()
    expect(told).toEqual({ event: 'bye', data: { reason: 'session-ended' } })
    await expect(stream.next()).rejects.toThrow('closed')
    leapTo(club, 3 * hour)
    await expectDead(club, ana.cookie)
  })
})

describe('the session’s cookie', () => {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax'
  const expectCookie = (reply: { headers: object }, expected: string) => {
    const [cookie = ''] = String((reply.headers as Record<string, unknown>)['set-cookie']).split(',')
    expect(cookie.replace(/=[\w-]{32,}\.[\w-]{43};/, '=SIGNED;')).toBe(expected)
  }

  // Shows: T16, ASVS 3.3.1, ASVS 3.3.2, ASVS 3.3.3, ASVS 3.3.4
  test('is signed, hidden from scripts, and on https a __Host- cookie wherever one is set (T16)', async () => {
    await using here = await createTestClub('sqlite')
    const atHome = await signIn(here, (await here.member()).email)
    expectCookie(atHome, `quiver=SIGNED; Max-Age=3600; ${attributes}`)
    await using club = await createTestClub('sqlite', { env: atHttps })
    const { email } = await club.member()
    const loggedIn = await signIn(club, email)
    const cookie = cookieOf(loggedIn)
    expectCookie(loggedIn, `__Host-quiver=SIGNED; Max-Age=3600; ${attributes}; Secure`)
    expect(await personOf(club, cookie)).toMatchObject({ email })
    // The cookie name of plain http is ignored here.
    expect(await personOf(club, cookie.replace('__Host-', ''))).toBeNull()
    const { id } = await club.member({ verified: false })
    const token = await club.ctx.write((tx) => newLink(tx, 'verify', id, start))
    const json = { token, password: goodPassword, keepSignedIn: true }
    const verified = await post(club, '/rpc/account/verify', { json })
    expectCookie(verified, `__Host-quiver=SIGNED; Max-Age=2592000; ${attributes}; Secure`)
    expectCookie(await signOut(club, cookie), `__Host-quiver=; Max-Age=0; ${attributes}; Secure`)
  })

  // Shows: ASVS 7.2.1
  test('is ignored if it was forged, cut, or signed for another one', async ({ club, ana, ben }) => {
    const [, value = ''] = ana.cookie.split('=')
    const [token = '', signature = ''] = value.split('.')
    const benSignature = ben.cookie.split('.')[1] ?? ''
    const stranger = createSecrets('another secret, which is long enough to be one')
    const plainHmac = createHmac('sha256', club.ctx.authSecret).update(token).digest('base64url')
    const { sign } = club.ctx.secrets
    const injection = "' or 1=1 --"
    const forged = [
      ...['', token, `${token}.`, `.${signature}`, `${token}.${'A'.repeat(43)}`, `${token}.${benSignature}`],
      ...[`${token}.${signature.slice(0, -1)}`, `${token}.${signature}A`, `${token}.${signature.toLowerCase()}`],
      ...[`${token}.${stranger.sign(token)}`, `${token}.${plainHmac}`, `${token}.${signature}.${signature}`],
      ...[`${token.slice(0, -1)}.${signature}`, `${token}x.${signature}`, `x.${sign('x')}`, `.${sign('')}`],
      ...[`${injection}.${sign(injection)}`, 'j:{"token":"x"}', 'null', '%', '%00', 'é'],
    ]
    for (const each of forged) expect([each, await personOf(club, `quiver=${each}`)]).toEqual([each, null])
    expect(await personOf(club, `other=1; ${ana.cookie}; more=2`)).toMatchObject({ userId: ana.id })
    expect(await personOf(club, `__Host-quiver=${value}; __Secure-quiver=${value}`)).toBeNull()
  })
})
