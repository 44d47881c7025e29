import { expect } from 'vitest'
import {
  comparePasswords,
  leap,
  logIn,
  logInStatus,
  newPassword,
  resetLink,
  resetPassword,
} from '#test/support/account-requests.ts'
import { createTestClub, describe, goodPassword, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { portOf } from '#test/support/live-stream.ts'
import { exchange } from '#test/support/raw-requests.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { networkOf } from './rate-limits.ts'

const minute = 60_000
const many = process.env.QUIVER_MANY === '1'

type From = { ip?: string; headers?: Record<string, string> }

/** The status code of a login, by default with a wrong password. */
const signIn = (club: TestClub, email: string, password = 'not the password', from: From = {}) =>
  logInStatus(club, email, password, from)

/** The outcome of a sign-up, which is an error code if it was refused. */
const signUp = (club: TestClub, email: string, ip?: string) =>
  club
    .visitor(ip)
    .api.account.signUp({ email, password: goodPassword })
    .then(
      () => 'done',
      ({ code }) => code,
    )

/**
 * Compares passwords instead of hashing them, because the limits take hundreds of attempts.
 * @returns how many passwords were checked so far
 */
function skipHashing(club: TestClub) {
  comparePasswords(club)
  const { hash, verify } = club.ctx.hashing
  let checked = 0
  club.ctx.hashing = {
    hash(password) {
      checked += 1
      return hash(password)
    },
    verify(facts) {
      checked += 1
      return verify(facts)
    },
  }
  return () => checked
}

test('guessing through two processes gives no more attempts than through one', async () => {
  await using club = await createTestClub('postgres')
  await using beside = await createTestClub('postgres', { beside: club })
  const { email } = await club.member()
  const looked = [club, beside].map(skipHashing)
  const tries = Array.from({ length: 40 }, (_, i) => signIn(i % 2 ? club : beside, email))
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(looked.reduce((sum, checked) => sum + checked(), 0)).toBe(10)
  for (const each of [club, beside]) expect(await signIn(each, email, goodPassword)).toBe(429)
})

describe.each(usualEngines)('guessing at one account (%s)', (engine) => {
  // Shows: T1
  test('ends after ten failures in 15 minutes, even with the right password, until the wait or a reset', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const { id, email } = await club.member()
    for (let i = 0; i < 10; i++) {
      // Right passwords between the wrong ones don't count, and don't start the count over.
      expect(await signIn(club, email, goodPassword)).toBe(200)
      expect(await signIn(club, email)).toBe(401)
    }
    expect(await signIn(club, email)).toBe(429)
    const reply = await logIn(club, email, goodPassword, { ip: '198.51.100.7' })
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      429,
      '900',
      {
        code: 'TOO_MANY_TRIES',
        message: 'Too many attempts. Try again in 15 minutes.',
        data: { retryAfterSeconds: 900 },
        requestId: reply.headers['x-request-id'],
      },
    ])
    leap(club, 15 * minute - 1)
    expect(await signIn(club, email, goodPassword)).toBe(429)
    leap(club, 1)
    expect(await signIn(club, email, goodPassword)).toBe(200)
    // A reset ends the wait.
    for (let i = 0; i < 11; i++) await signIn(club, email)
    expect(await signIn(club, email, goodPassword)).toBe(429)
    await resetPassword(club, await resetLink(club, id))
    expect(await signIn(club, email, newPassword)).toBe(200)
    // The limits are stored without the address.
    const rows = JSON.stringify(await club.db.selectFrom('rateLimit').selectAll().execute())
    expect(rows).toMatch(/failures:account:[0-9a-f]{64}"/)
    expect(rows).not.toContain(email.split('@')[0])
  })

  test('counts the same for an unknown address', async ({ club }) => {
    skipHashing(club)
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push(await signIn(club, i % 2 ? 'unknown@purdue.edu' : ' UNKNOWN@purdue.edu'))
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  const guessTogether = (club: TestClub, email: string) =>
    Promise.all(Array.from({ length: 100 }, (_, i) => signIn(club, email, `guess ${i}`, { ip: `192.0.2.${i}` })))

  // Shows: T1, ASVS 6.3.1
  test('a hundred times together, from everywhere, gets ten passwords checked (T1)', async ({ club }) => {
    const { email } = await club.member()
    const looked = skipHashing(club)
    const statuses = await guessTogether(club, email)
    expect(looked()).toBe(10)
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(90).fill(429)])
  })

  test('a hundred times together would get more checked without the lock on the count (negative control)', async () => {
    await using club = await createTestClub(engine)
    const { email } = await club.member()
    const looked = skipHashing(club)
    removeGuard(club)
    await guessTogether(club, email)
    expect(looked()).toBeGreaterThan(10)
  })
})

describe.each(usualEngines)('a whole club behind one address (%s)', () => {
  // Shows: T1
  test('is allowed 120 wrong passwords a minute, and any number of right ones', async ({ club }) => {
    skipHashing(club)
    const { email } = await club.member()
    const from = { ip: '198.51.100.7' }
    const crowd = [await club.member(), await club.member(), await club.member()]
    for (let i = 0; i < 130; i++) expect(await signIn(club, crowd[i % 3]?.email ?? '', goodPassword, from)).toBe(200)
    for (let i = 0; i < 120; i++) expect(await signIn(club, `a${i}@purdue.edu`, undefined, from)).toBe(401)
    expect(await signIn(club, 'b@purdue.edu', undefined, from)).toBe(429)
    // Over the limit, each account gets one reserve attempt; after it the limit applies.
    expect(await signIn(club, 'b@purdue.edu', undefined, from)).toBe(429)
    expect(await signIn(club, email, goodPassword, from)).toBe(200)
    expect(await signIn(club, email, goodPassword, from)).toBe(429)
    expect(await signIn(club, email, goodPassword, { ip: '198.51.100.8' })).toBe(200)
    leap(club, minute)
    expect(await signIn(club, email, goodPassword, from)).toBe(200)
    // An attempt refused for its network is not counted against the account.
    const counted = await club.db
      .selectFrom('rateLimit')
      .select('hits')
      .where('key', '=', `failures:account:${club.ctx.secrets.hashAddress(email)}`)
      .executeTakeFirst()
    expect(JSON.parse(counted?.hits ?? '[]')).toEqual([])
  })

  // Shows: T1, B5
  test('has ten passwords a second checked over that limit, however many accounts are tried', async ({ club }) => {
    const looked = skipHashing(club)
    const from = { ip: '198.51.100.7' }
    const at = club.clock.now()
    for (let i = 0; i < 200; i++) {
      club.clock.set(new Date(at).toISOString())
      await signIn(club, `a${i}@purdue.edu`, undefined, from)
    }
    expect(looked()).toBe(130)
    // No rows are added for accounts tried over the limit.
    const keys = await club.db
      .selectFrom('rateLimit')
      .select('key')
      .where('key', 'like', 'failures:account:%')
      .execute()
    expect(keys).toHaveLength(120)
  })

  // Shows: T1
  test('leaves a browser that was logged in before its own attempts, whatever others do', async ({ club }) => {
    skipHashing(club)
    const { email } = await club.member()
    const other = await club.member()
    const from = { ip: '198.51.100.7' }
    const first = await logIn(club, email, goodPassword, from)
    const cookie = String(first.headers['set-cookie']).match(/quiver-device=[^;]+/)?.[0] ?? ''
    expect(cookie).not.toBe('')
    for (let i = 0; i < 120; i++) await signIn(club, i % 2 ? email : `a${i}@purdue.edu`, undefined, from)
    expect(await signIn(club, email, goodPassword, from)).toBe(429)
    const device = { ...from, cookie }
    expect(await logInStatus(club, email, goodPassword, device)).toBe(200)
    // Its own limit is also ten, and it counts only for this account.
    for (let i = 0; i < 10; i++) expect(await logInStatus(club, email, 'wrong one', device)).toBe(401)
    expect(await logInStatus(club, email, goodPassword, device)).toBe(429)
    for (let i = 0; i < 10; i++) await signIn(club, other.email, undefined, { ip: '198.51.100.9' })
    expect(await logInStatus(club, other.email, goodPassword, device)).toBe(429)
    const forged = { ...from, cookie: cookie.replace(/=..../, '=AAAA') }
    expect(await logInStatus(club, email, goodPassword, forged)).toBe(429)
  })

  // Shows: T1
  test('leaves a logged-in member able to change their password while others guess it', async ({ club }) => {
    skipHashing(club)
    const ana = await club.member()
    for (let i = 0; i < 11; i++) await signIn(club, ana.email)
    expect(await signIn(club, ana.email, goodPassword)).toBe(429)
    await ana.api.account.changePassword({ currentPassword: goodPassword, newPassword: 'another good password' })
  })

  // Shows: T5
  test('is allowed thirty sign-ups with existing addresses in ten minutes', async ({ club }) => {
    skipHashing(club)
    const codes = []
    for (let i = 0; i < 32; i++) codes.push(await signUp(club, (await club.member()).email))
    expect(codes).toEqual([...Array(30).fill('INVALID_FIELD'), 'TOO_MANY_TRIES', 'TOO_MANY_TRIES'])
    expect(await signUp(club, 'new@purdue.edu')).toBe('done')
  })
})

// Shows: T5, T18, T89, B3
test('one network is allowed three hundred sign-ups an hour, and no more are hashed', { timeout: 60_000 }, async () => {
  await using club = await createTestClub('sqlite')
  const looked = skipHashing(club)
  // Repeats with the same address are refused by the email limit before hashing, and don't use up the network's limit.
  for (let i = 0; i < 298; i++) await signUp(club, 'impatient@purdue.edu')
  for (let i = 0; i < 297; i++) expect(await signUp(club, `new${i}@purdue.edu`)).toBe('done')
  expect(await signUp(club, 'a@purdue.edu')).toBe('done')
  expect(await signUp(club, 'b@purdue.edu')).toBe('done')
  expect(await signUp(club, 'one-more@purdue.edu')).toBe('TOO_MANY_TRIES')
  expect(looked()).toBe(300)
  expect(await signUp(club, 'one-more@purdue.edu', '198.51.100.7')).toBe('done')
})

describe('the address that counts', () => {
  const hop = (addresses: string): From => ({ headers: { 'x-forwarded-for': addresses } })
  const forged = (i: number) => hop(`203.0.${i >> 8}.${i & 255}`)
  const hops = (i: number) => hop(`203.0.${i >> 8}.${i & 255}, 10.9.9.9, 198.51.100.7`)
  const ports = (i: number) => hop(`198.51.100.7:${50_000 + i}`)
  const direct = (i: number) => ({ ...forged(i), ip: '192.0.2.1' })
  const throughNamed = (i: number) => ({ ...forged(i), ip: '10.0.0.1' })
  const walk = (i: number) => ({ ip: `2001:db8:1:2:${i.toString(16)}:${i % 7}:0:${i % 3}` })
  const names = ['forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'client-ip']
  const otherNames = (i: number) => ({
    headers: Object.fromEntries(names.map((name) => [name, `203.0.${i >> 8}.${i & 255}`])),
  })

  // Shows: T2, T3, ASVS 4.1.3, ASVS 15.3.4
  test.each<[what: string, proxy: string, from: (i: number) => From, neighbor: From]>([
    ['the socket’s without a proxy, whatever X-Forwarded-For says (T2)', '', forged, { ip: '10.0.0.2' }],
    ['the /64 of IPv6, where one customer can choose any address (T3)', '', walk, { ip: '2001:db8:1:3::1' }],
    ['never that of a header that no trusted proxy sets', '1', otherNames, { ip: '10.0.0.2' }],
    ['the right-most hop behind a proxy, which the proxy wrote', '1', hops, hop('198.51.100.7, 198.51.100.8')],
    ['the same for every port that a proxy adds', '1', ports, hop('198.51.100.8:50000')],
    ['the socket’s where a proxy names no caller', '1', () => ({ ip: '10.0.0.1' }), { ip: '10.0.0.2' }],
    ['never what others than the named proxies write', '10.0.0.0/8', direct, throughNamed(0)],
  ])('is %s', { timeout: 60_000 }, async (_, proxy, from, neighbor) => {
    await using club = await createTestClub('sqlite', { env: proxy === '' ? {} : { TRUST_PROXY: proxy } })
    skipHashing(club)
    for (let i = 0; i < (many ? 1000 : 200); i++)
      expect([i, await signIn(club, `a${i}@purdue.edu`, undefined, from(i))]).toEqual([i, i < 120 ? 401 : 429])
    expect(await signIn(club, 'b@purdue.edu', undefined, neighbor)).toBe(401)
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]:50123', '2001:db8:1:2::/64'],
  ['anything', 'unknown'],
])('the network of the address %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

/** Spellings of the login path that some server, proxy or router treats as the same. */
const spellings = String.raw`
  //api/auth/sign-in/email /api//auth/sign-in/email /api/auth/sign-in/email/ /api/auth/sign-in/email/. /API/auth/sign-in/email
  /api/auth/sign-in/EMAIL /%61pi/auth/sign-in/email /api%2fauth/sign-in/email /api/auth/sign-in%2femail /api/auth/sign-in/%65mail
  /api/auth/sign-in/email%00 /api/auth/sign-in/email%20 /api/auth/sign-in/email%3f /api/auth/sign-in/email;a=b
  /api;x/auth/sign-in/email /./api/auth/sign-in/email /x/../api/auth/sign-in/email /rpc/../api/auth/sign-in/email
  /api\auth\sign-in\email /api/auth\sign-in/email /api/auth/sign-in/email.json /api/auth/sign-in/email%252f`
  .trim()
  .split(/\s+/)

// Shows: T3, ASVS 1.1.1
test(`none of ${spellings.length} other spellings of the path gets a password checked (T3)`, async ({ club }) => {
  const { email } = await club.member()
  const looked = skipHashing(club)
  // Over a socket, so that no client normalizes the path first.
  const port = await portOf(club)
  const body = JSON.stringify({ email, password: goodPassword })
  const head = `Host: localhost:3000\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  const post = (path: string) => exchange(port, `POST ${path} HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n${body}`)
  for (const path of spellings) expect([path, await post(path)]).toEqual([path, expect.toBeOneOf([400, 404])])
  expect(looked()).toBe(0)
  expect(await post('/api/auth/sign-in/email')).toBe(200)
})
