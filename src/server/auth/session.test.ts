import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { policies } from '#contract/policies.ts'
import { createSecrets } from '#server/crypto/secrets.ts'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { timersAtRest } from '#test/support/timers-at-rest.ts'
import { createAccount } from './accounts.ts'
import { newLink } from './email-tokens.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.parse('2026-11-24T22:50:00.000Z')
const at = (ms: number) => new Date(start + ms).toISOString()

/** A fixed limit so long that only the idle limit can end a session. */
const idleOnly = { club: { session: { idleMinutes: 60, fixedMinutes: 240 } } }
const https = {
  env: {
    BASE_URL: 'https://quiver.example.edu',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'Archery Club <archery@example.edu>',
  },
}

function signIn(club: TestClub, email: string, more: { rememberMe?: boolean; cookie?: string } = {}) {
  const { cookie, ...body } = more
  return club.caller(cookie ?? null).send({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email, password: goodPassword, ...body },
  })
}

const cookieOf = (reply: { headers: object }) =>
  String((reply.headers as Record<string, unknown>)['set-cookie']).split(';')[0] ?? ''

const signOut = (club: TestClub, cookie: string | null) =>
  club.caller(cookie).send({ method: 'POST', path: '/api/auth/sign-out', body: {} })

const nowOf = (club: TestClub) => new Date(club.clock.now()).toISOString()

const personOf = async (club: TestClub, cookie: string) => (await club.caller(cookie).api.session.get()).person

/** The status of every operation that requires a login, called with this cookie. */
async function statuses(club: TestClub, cookie: string, { without = '' } = {}) {
  const operations = Object.entries(policies).filter(([name, policy]) => policy !== 'anyone' && name !== without)
  const found: Record<string, number> = {}
  for (const [operation] of operations) {
    const path = `/rpc/${operation.replace('.', '/')}`
    const asked = operation.endsWith('.get') ? { method: 'GET', path } : { method: 'POST', path, body: { json: {} } }
    found[operation] = (await club.caller(cookie).send(asked)).statusCode
  }
  return found
}

async function expectDead(club: TestClub, cookie: string) {
  const found = await statuses(club, cookie)
  expect(Object.keys(found).length).toBeGreaterThan(10)
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((operation) => [operation, 401])))
  expect((await club.caller(cookie).send({ method: 'GET', path: '/live' })).statusCode).toBe(401)
  expect(await personOf(club, cookie)).toBeNull()
}

/** Creates an unverified account. @returns the token of its verification link */
async function linkOfNewcomer(club: TestClub) {
  const passwordHash = await club.ctx.hashing.hash(goodPassword)
  return club.ctx.write(async (tx) => {
    const userId = await createAccount(tx, { email: 'new@purdue.edu', passwordHash, now: at(0) })
    return newLink(tx, 'verify', userId, start)
  })
}

/** Moves the clock to `ms` after the start without running the timers in between. */
const leapTo = (club: TestClub, ms: number) => club.clock.set(at(ms))

describe.each(usualEngines)('a session (%s)', (engine) => {
  // Shows: T10, ASVS 7.2.2, ASVS 7.2.4
  test('has a new token at each sign-in, and the one that the browser had before is dead (T10)', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const first = cookieOf(await signIn(club, ana.email))
    expect(club.announced).toEqual([`member:${ana.id}`])
    const second = cookieOf(await signIn(club, ana.email, { cookie: first }))
    expect(second).not.toBe(first)
    await expectDead(club, first)
    expect(await personOf(club, second)).toMatchObject({ userId: ana.id })
    // The session on her other phone stays.
    expect(await personOf(club, ana.cookie)).toMatchObject({ userId: ana.id })
  })

  // Shows: 7.5, T10, ASVS 7.4.1
  test('is over on every route after signing out, and only that one', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.officer()
    const phone = cookieOf(await signIn(club, ana.email))
    expect(Object.values(await statuses(club, phone, { without: 'sessions.endAll' }))).not.toContain(401)
    const told = club.announced.length
    const reply = await signOut(club, phone)
    expect([reply.statusCode, reply.json()]).toEqual([200, {}])
    expect(club.announced.slice(told)).toEqual([`member:${ana.id}`])
    expect(reply.headers['clear-site-data']).toBe('"cache"')
    expect(reply.headers['set-cookie']).toBe('quiver=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
    await expectDead(club, phone)
    expect(await personOf(club, ana.cookie)).toMatchObject({ userId: ana.id })
  })

  // Shows: 4.44, 9.1, T12, ASVS 7.3.1
  test('is idle at 59:59 and over at 60:00, however much was read meanwhile (T12)', async () => {
    await using club = await createTestClub(engine, idleOnly)
    const ana = await club.member()
    for (let minutes = 5; minutes < 60; minutes += 5) {
      leapTo(club, minutes * minute)
      await ana.api.home.get()
      await ana.api.session.get()
    }
    leapTo(club, 60 * minute - 1)
    expect(await personOf(club, ana.cookie)).toMatchObject({ limits: { idleExpiresAt: at(60 * minute) } })
    leapTo(club, 60 * minute)
    await expectDead(club, ana.cookie)
    leapTo(club, 3 * hour)
    await expectDead(club, ana.cookie)
  })

  test('lives on with each touch, which says until when', async () => {
    await using club = await createTestClub(engine, idleOnly)
    const ana = await club.member()
    leapTo(club, 59 * minute)
    expect(await ana.api.session.touch({})).toEqual({
      expiresAt: at(240 * minute),
      idleExpiresAt: at(119 * minute),
    })
    leapTo(club, 119 * minute - 1)
    expect(await personOf(club, ana.cookie)).toMatchObject({ limits: { idleExpiresAt: at(119 * minute) } })
    leapTo(club, 119 * minute)
    await expectDead(club, ana.cookie)
  })

  // Shows: T13
  test('ends when it should while the server’s clock is set, and says so by that clock (T13)', async () => {
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

  // Shows: 3.28, T11
  test('carries the role of this very moment: a demotion shows at the next request (T11)', async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const setRole = (role: 'Member' | 'Officer') =>
      club.db.updateTable('member').set({ role }).where('id', '=', kai.id).execute()
    for (let i = 0; i < 10; i++) {
      await kai.api.practices.removeSamples({})
      await setRole('Member')
      await expect(kai.api.practices.removeSamples({})).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
      await setRole('Officer')
    }
  })

  // Shows: ASVS 7.4.2
  test('gives no rights to who is removed, or not verified', async () => {
    await using club = await createTestClub(engine)
    const [removed, unverified] = [await club.officer(), await club.officer()]
    const now = new Date(club.clock.now()).toISOString()
    await club.db.updateTable('member').set({ removedAt: now }).where('id', '=', removed.id).execute()
    await club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', unverified.id).execute()
    await expectDead(club, removed.cookie)
    await expectDead(club, unverified.cookie)
  })

  test('leaves no row behind after its fixed limit', async () => {
    await using club = await createTestClub(engine)
    await club.member()
    const kept = await club.member({ keep: true })
    await timersAtRest(club)
    leapTo(club, hour)
    await club.clock.advance(minute)
    expect(await club.db.selectFrom('session').select('userId').execute()).toEqual([{ userId: kept.id }])
  })
})

describe('a session, whatever the database', () => {
  test('of someone else on the same browser ends when another person signs in', async () => {
    await using club = await createTestClub('sqlite')
    const [ana, ben] = [await club.member(), await club.member()]
    const cookie = cookieOf(await signIn(club, ben.email, { cookie: ana.cookie }))
    expect(await personOf(club, ana.cookie)).toBeNull()
    expect(await personOf(club, cookie)).toMatchObject({ userId: ben.id })
  })

  test('that is not there can be signed out of all the same', async () => {
    await using club = await createTestClub('sqlite')
    for (const cookie of [null, 'quiver=rubbish', 'quiver=']) {
      const reply = await signOut(club, cookie)
      expect([reply.statusCode, reply.json()]).toEqual([200, {}])
    }
  })

  // Shows: 4.47, 9.2, ASVS 7.3.2
  test('ends an hour after signing in, touched or not', async () => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member()
    leapTo(club, 59 * minute)
    await ana.api.session.touch({})
    leapTo(club, hour - 1)
    expect(await personOf(club, ana.cookie)).toMatchObject({ limits: { expiresAt: at(hour) } })
    leapTo(club, hour)
    await expectDead(club, ana.cookie)
  })

  // Shows: ASVS 7.3.2
  test('that is kept on a phone lasts 30 days without a touch', async () => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member()
    const reply = await signIn(club, ana.email, { rememberMe: true })
    expect(String(reply.headers['set-cookie'])).toContain('Max-Age=2592000;')
    const cookie = cookieOf(reply)
    leapTo(club, 30 * day - 1)
    expect(await personOf(club, cookie)).toMatchObject({ limits: { expiresAt: at(30 * day), idleExpiresAt: null } })
    leapTo(club, 30 * day)
    await expectDead(club, cookie)
  })

  test('cannot be kept in a club that has switched that off', async () => {
    await using club = await createTestClub('sqlite', { club: { session: { keepDays: 0 } } })
    const ana = await club.member()
    const reply = await signIn(club, ana.email, { rememberMe: true })
    expect(String(reply.headers['set-cookie'])).toContain('Max-Age=3600;')
    leapTo(club, hour)
    await expectDead(club, cookieOf(reply))
  })

  // Shows: T12
  test('is not prolonged by an open live stream, which says goodbye when it ends', async () => {
    await using club = await createTestClub('sqlite', idleOnly)
    const ana = await club.member()
    const { port } = new URL(await club.app.listen({ host: '127.0.0.1', port: 0 }))
    const asked = request({ host: '127.0.0.1', port, path: '/live', headers: { cookie: ana.cookie } })
    asked.end()
    const [stream] = (await once(asked, 'response')) as [IncomingMessage]
    let heard = ''
    stream.setEncoding('utf8').on('data', (text) => {
      heard += text
    })
    const closed = once(stream, 'close')
    await vi.waitFor(() => expect(heard).toContain('event: versions'))
    leapTo(club, hour - 15_001)
    await club.clock.advance(15_000)
    await vi.waitFor(() => expect(heard).toContain('event: beat'))
    expect(heard).not.toContain('event: bye')
    await club.clock.advance(15_000)
    await closed
    expect(heard).toContain('event: bye\ndata: {"reason":"session-ended"}')
    leapTo(club, 3 * hour)
    await expectDead(club, ana.cookie)
  })
})

describe('the session’s cookie', () => {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax'

  // Shows: T16, ASVS 3.3.2, ASVS 3.3.4
  test('on this machine is plain, signed, for this host alone, and not for scripts', async () => {
    await using club = await createTestClub('sqlite')
    const { email } = await club.member()
    const reply = await signIn(club, email)
    expect(String(reply.headers['set-cookie']).split(',')[0]).toMatch(
      new RegExp(`^quiver=[\\w-]{32,}\\.[\\w-]{43}; Max-Age=3600; ${attributes}$`),
    )
  })

  // Shows: T16, ASVS 3.3.1, ASVS 3.3.3
  test('on https is a __Host- cookie, at every place that sets one (T16)', async () => {
    await using club = await createTestClub('sqlite', https)
    const { email } = await club.member()
    const signedIn = await signIn(club, email)
    const cookie = cookieOf(signedIn)
    expect(String(signedIn.headers['set-cookie']).split(',')[0]).toMatch(
      new RegExp(`^__Host-quiver=[\\w-]{32,}\\.[\\w-]{43}; Max-Age=3600; ${attributes}; Secure$`),
    )
    expect(await personOf(club, cookie)).toMatchObject({ email })
    // The cookie name of plain http is ignored here.
    expect(await personOf(club, cookie.replace('__Host-', ''))).toBeNull()
    const token = await linkOfNewcomer(club)
    const verified = await club.visitor().send({
      method: 'POST',
      path: '/rpc/account/verify',
      body: { json: { token, password: goodPassword, keepSignedIn: true } },
    })
    expect(String(verified.headers['set-cookie']).split(',')[0]).toMatch(
      new RegExp(`^__Host-quiver=[\\w-]{32,}\\.[\\w-]{43}; Max-Age=2592000; ${attributes}; Secure$`),
    )
    const signedOut = await signOut(club, cookie)
    expect(signedOut.headers['set-cookie']).toBe(`__Host-quiver=; Max-Age=0; ${attributes}; Secure`)
  })

  // Shows: ASVS 7.2.1
  test('means nothing when it was forged, cut, or signed for another', async () => {
    await using club = await createTestClub('sqlite')
    const [ana, ben] = [await club.member(), await club.member()]
    const [, value = ''] = ana.cookie.split('=')
    const [token = '', signature = ''] = value.split('.')
    const benSignature = ben.cookie.split('.')[1] ?? ''
    const stranger = createSecrets('another secret, which is long enough to be one')
    const plainHmac = createHmac('sha256', club.ctx.authSecret).update(token).digest('base64url')
    const forged = [
      '',
      token,
      `${token}.`,
      `.${signature}`,
      `${token}.${signature.slice(0, -1)}`,
      `${token}.${signature}A`,
      `${token}.${'A'.repeat(43)}`,
      `${token}.${benSignature}`,
      `${token}.${stranger.sign(token)}`,
      `${token}.${plainHmac}`,
      `${token}.${signature.toLowerCase()}`,
      `${token.slice(0, -1)}.${signature}`,
      `${token}x.${signature}`,
      `${token}.${signature}.${signature}`,
      `x.${club.ctx.secrets.sign('x')}`,
      `.${club.ctx.secrets.sign('')}`,
      `' or 1=1 --.${club.ctx.secrets.sign("' or 1=1 --")}`,
      'j:{"token":"x"}',
      'null',
      '%',
      '%00',
      'é',
    ]
    for (const each of forged) expect([each, await personOf(club, `quiver=${each}`)]).toEqual([each, null])
    expect(await personOf(club, `other=1; ${ana.cookie}; more=2`)).toMatchObject({ userId: ana.id })
    expect(await personOf(club, `__Host-quiver=${value}; __Secure-quiver=${value}`)).toBeNull()
  })
})
