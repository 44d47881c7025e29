import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { newLink } from './email-tokens.ts'
import { networkOf } from './rate-limits.ts'

const minute = 60_000
const many = process.env.QUIVER_MANY === '1'

type From = { ip?: string; headers?: Record<string, string> }

/** The status code of a login, by default with a wrong password. */
async function signIn(club: TestClub, email: string, password = 'not the password', from: From = {}) {
  const path = '/api/auth/sign-in/email'
  const reply = await club.visitor(from.ip).send({ method: 'POST', path, body: { email, password }, ...from })
  return reply.statusCode
}

/** Moves the clock without running the timers in between. */
const leap = (club: TestClub, ms: number) => club.clock.set(new Date(club.clock.now() + ms).toISOString())

/**
 * Compares passwords instead of hashing them, because the limits take hundreds of attempts.
 * @returns counts of the passwords checked so far: all, and the most for one account
 */
function skipHashing(club: TestClub) {
  const looks = new Map<string, number>()
  const look = (of: string) => looks.set(of, (looks.get(of) ?? 0) + 1)
  club.ctx.hashing = {
    async hash(password) {
      look('no account')
      return `plain:${password}`
    },
    async verify({ hash, password }) {
      look(hash)
      return hash.startsWith('plain:') ? hash === `plain:${password}` : password === goodPassword
    },
  }
  return {
    all: () => [...looks.values()].reduce((sum, count) => sum + count, 0),
    mostOfOne: () => Math.max(0, ...looks.values()),
  }
}

/** Members `m0`, `m1` and so on, each with a different password. */
async function members(club: TestClub, count: number) {
  const made = []
  for (let i = 0; i < count; i++) {
    const member = await club.member({ email: `m${i}@purdue.edu` })
    await club.db
      .updateTable('account')
      .set({ password: `plain:${i}` })
      .where('userId', '=', member.id)
      .execute()
    made.push(member)
  }
  return made
}

test('whoever guesses by way of two processes at once has no more tries than with one', async () => {
  await using club = await createTestClub('postgres')
  await using beside = await createTestClub('postgres', { beside: club })
  const { email } = await club.member()
  const looked = [club, beside].map(skipHashing)
  const tries = Array.from({ length: 40 }, (_, i) => signIn(i % 2 ? club : beside, email))
  const statuses = await Promise.all(tries)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(looked.reduce((sum, { all }) => sum + all(), 0)).toBe(10)
  for (const each of [club, beside]) expect(await signIn(each, email, goodPassword)).toBe(429)
})

describe.each(usualEngines)('guessing at one account (%s)', (engine) => {
  // Shows: T1
  test('ends after ten failures in 15 minutes, even with the right password; after the wait the owner is in', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const { email } = await club.member()
    for (let i = 0; i < 10; i++) expect(await signIn(club, email)).toBe(401)
    expect(await signIn(club, email)).toBe(429)
    const owner = club.visitor('198.51.100.7')
    const path = '/api/auth/sign-in/email'
    const reply = await owner.send({ method: 'POST', path, body: { email, password: goodPassword } })
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
  })

  test('is over for the owner at once after a reset', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const { id, email } = await club.member()
    for (let i = 0; i < 11; i++) await signIn(club, email)
    expect(await signIn(club, email, goodPassword)).toBe(429)
    const token = await club.ctx.write((tx) => newLink(tx, 'reset', id, club.clock.now()))
    const newPassword = 'a brand new password'
    await club.visitor().send({ method: 'POST', path: '/api/auth/reset-password', body: { token, newPassword } })
    expect(await signIn(club, email, newPassword)).toBe(200)
  })

  test('counts alike where nobody has the address', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const statuses = []
    for (let i = 0; i < 12; i++) statuses.push(await signIn(club, i % 2 ? 'nobody@purdue.edu' : ' NOBODY@purdue.edu'))
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })

  test('does not count right passwords, not even between wrong ones', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const { email } = await club.member()
    for (let i = 0; i < 15; i++) expect(await signIn(club, email, goodPassword)).toBe(200)
    for (let i = 0; i < 9; i++) {
      expect(await signIn(club, email)).toBe(401)
      expect(await signIn(club, email, goodPassword)).toBe(200)
    }
    expect(await signIn(club, email)).toBe(401)
    expect(await signIn(club, email, goodPassword)).toBe(429)
  })

  describe('a hundred times at once', () => {
    const guess = (club: TestClub, email: string) =>
      Promise.all(Array.from({ length: 100 }, (_, i) => signIn(club, email, `guess ${i}`, { ip: `192.0.2.${i}` })))

    // Shows: ASVS 6.3.1
    test('has ten passwords looked at (T1)', async () => {
      await using club = await createTestClub(engine)
      const { email } = await club.member()
      const looked = skipHashing(club)
      const statuses = await guess(club, email)
      expect(looked.all()).toBe(10)
      expect(statuses.filter((status) => status === 401)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(90)
    })

    test('has ten looked at also where those who came later are counted first (T1)', async () => {
      await using club = await createTestClub(engine)
      const { email } = await club.member()
      const looked = skipHashing(club)
      let later = club.clock.now() + 1000
      club.ctx.clock = { ...club.clock, now: () => later-- }
      await guess(club, email)
      expect(looked.all()).toBe(10)
    })

    test('would have more looked at without the lock on the count (negative control)', async () => {
      await using club = await createTestClub(engine)
      const { email } = await club.member()
      const looked = skipHashing(club)
      removeGuard(club)
      await guess(club, email)
      expect(looked.all()).toBeGreaterThan(10)
    })
  })

  // Shows: T1, ASVS 6.3.1
  test('at many accounts from everywhere has ten of each looked at, whatever the order (T1)', async () => {
    await using club = await createTestClub(engine)
    const [accounts, guesses] = many ? [50, 100] : [10, 30]
    const targets = await members(club, accounts)
    const looked = skipHashing(club)
    for (let round = 0; round < guesses; round++)
      await Promise.all(
        targets.map(({ email }, i) => signIn(club, email, `guess ${round}`, { ip: `10.${i}.${round}.1` })),
      )
    expect(looked.mostOfOne()).toBe(10)
    expect(looked.all()).toBe(10 * accounts)
  })

  test('leaves no address in the table of limits', async () => {
    await using club = await createTestClub(engine)
    const { email } = await club.member()
    await signIn(club, email)
    await club.visitor().api.account.resendVerification({ email })
    const rows = JSON.stringify(await club.db.selectFrom('rateLimit').selectAll().execute())
    expect(rows).toMatch(/failures:account:[0-9a-f]{64}"/)
    expect(rows).not.toContain(email.split('@')[0])
    expect(rows).not.toContain('purdue')
  })
})

describe.each(usualEngines)('a whole club behind one address (%s)', (engine) => {
  // Shows: T1
  test('members by the hundred sign in within a minute, even all together', { timeout: 120_000 }, async () => {
    await using club = await createTestClub(engine)
    // One engine hashes for real, because a hashing queue that is too short would also refuse them.
    if (engine === 'postgres' && !many) skipHashing(club)
    const size = engine === 'sqlite' || many ? 100 : 30
    const crowd = []
    for (let i = 0; i < size; i++) crowd.push(await club.member())
    const statuses = await Promise.all(crowd.map(({ email }) => signIn(club, email, goodPassword)))
    expect(statuses).toEqual(Array(size).fill(200))
  })

  // Shows: T5
  test('newcomers by the hundred sign up and verify within ten minutes', { timeout: 60_000 }, async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, {
      env: { SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' },
    })
    skipHashing(club)
    const { api } = club.visitor()
    const newcomers = engine === 'sqlite' || many ? 100 : 20
    for (let i = 0; i < newcomers; i++) {
      const [email, password] = [`new${i}@purdue.edu`, `the password of ${i}`]
      await api.account.signUp({ email, password })
      const token = (await sink.waitForMail({ to: email })).links[0]?.split('#token=')[1] ?? ''
      await api.account.verify({ token, password, keepSignedIn: false })
      leap(club, (10 * minute) / newcomers)
    }
    expect(await club.db.selectFrom('session').select('id').execute()).toHaveLength(newcomers)
  })

  // Shows: T1
  test('a hundred and twenty wrong passwords a minute are the most from it; right ones get in there, and elsewhere', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const { email } = await club.member()
    const from = { ip: '198.51.100.7' }
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
  test('of those beyond, ten a second are looked at, however many accounts are tried', async () => {
    await using club = await createTestClub(engine)
    const looked = skipHashing(club)
    const from = { ip: '198.51.100.7' }
    const at = club.clock.now()
    for (let i = 0; i < 200; i++) {
      club.clock.set(new Date(at).toISOString())
      await signIn(club, `a${i}@purdue.edu`, undefined, from)
    }
    expect(looked.all()).toBe(130)
    // No rows are added for accounts tried over the limit.
    const keys = await club.db
      .selectFrom('rateLimit')
      .select('key')
      .where('key', 'like', 'failures:account:%')
      .execute()
    expect(keys).toHaveLength(120)
  })

  // Shows: T1
  test('a browser that was logged in before keeps its own tries, whatever others do with the account or the network', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const { email } = await club.member()
    const other = await club.member()
    const path = '/api/auth/sign-in/email'
    const send = (body: object, cookie = '') =>
      club.visitor('198.51.100.7').send({ method: 'POST', path, body, headers: { cookie } })
    const first = await send({ email, password: goodPassword })
    const device = String(first.headers['set-cookie']).match(/quiver-device=[^;]+/)?.[0] ?? ''
    expect(device).not.toBe('')
    for (let i = 0; i < 120; i++)
      await signIn(club, i % 2 ? email : `a${i}@purdue.edu`, undefined, { ip: '198.51.100.7' })
    expect((await send({ email, password: goodPassword })).statusCode).toBe(429)
    expect((await send({ email, password: goodPassword }, device)).statusCode).toBe(200)
    // Its own limit is also ten, and it counts only for this account.
    for (let i = 0; i < 10; i++) expect((await send({ email, password: 'wrong one' }, device)).statusCode).toBe(401)
    expect((await send({ email, password: goodPassword }, device)).statusCode).toBe(429)
    for (let i = 0; i < 10; i++) await signIn(club, other.email, undefined, { ip: '198.51.100.9' })
    expect((await send({ email: other.email, password: goodPassword }, device)).statusCode).toBe(429)
    const forged = device.replace(/=..../, '=AAAA')
    expect((await send({ email, password: goodPassword }, forged)).statusCode).toBe(429)
  })

  // Shows: T1
  test('a verification link and a session are not kept from their owner by who guesses at the account', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const ana = await club.member()
    for (let i = 0; i < 11; i++) await signIn(club, ana.email)
    expect(await signIn(club, ana.email, goodPassword)).toBe(429)
    await ana.api.account.changePassword({ currentPassword: goodPassword, newPassword: 'another good password' })
  })

  // Shows: T5
  test('thirty sign-ups in ten minutes may ask for addresses that exist, no more', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const signUp = (email: string) =>
      club
        .visitor()
        .api.account.signUp({ email, password: goodPassword })
        .then(
          () => 'done',
          ({ code }) => code,
        )
    const codes = []
    for (let i = 0; i < 32; i++) codes.push(await signUp((await club.member()).email))
    expect(codes).toEqual([...Array(30).fill('INVALID_FIELD'), 'TOO_MANY_TRIES', 'TOO_MANY_TRIES'])
    expect(await signUp('new@purdue.edu')).toBe('done')
  })
})

describe('a whole club behind one address, whatever the database', () => {
  test('right passwords count for nothing, not even a hundred and thirty within a minute', async () => {
    await using club = await createTestClub('sqlite')
    skipHashing(club)
    const crowd = [await club.member(), await club.member(), await club.member()]
    for (let i = 0; i < 130; i++) expect(await signIn(club, crowd[i % 3]?.email ?? '', goodPassword)).toBe(200)
    expect(await signIn(club, 'nobody@purdue.edu')).toBe(401)
  })
})

// Shows: T5, T89, B3
test('three hundred sign-ups an hour are the most from one address', { timeout: 60_000 }, async () => {
  await using club = await createTestClub('sqlite')
  skipHashing(club)
  const signUp = (email: string, ip?: string) =>
    club
      .visitor(ip)
      .api.account.signUp({ email, password: goodPassword })
      .then(
        () => 'done',
        ({ code }) => code,
      )
  // Repeats with the same address are refused by the email limit before hashing, and don't use up the network's limit.
  for (let i = 0; i < 298; i++) await signUp('impatient@purdue.edu')
  for (let i = 0; i < 297; i++) expect(await signUp(`new${i}@purdue.edu`)).toBe('done')
  expect(await signUp('a@purdue.edu')).toBe('done')
  expect(await signUp('b@purdue.edu')).toBe('done')
  expect(await signUp('one-more@purdue.edu')).toBe('TOO_MANY_TRIES')
  expect(await signUp('one-more@purdue.edu', '198.51.100.7')).toBe('done')
})

describe('whose address counts', () => {
  /** How many attempts get through before one is refused for its network; 'never' if 130 do. */
  async function triesBefore429(club: TestClub, from: (i: number) => From) {
    for (let i = 0; i < 130; i++) if ((await signIn(club, `a${i}@purdue.edu`, undefined, from(i))) === 429) return i
    return 'never'
  }
  const forged = (i: number) => ({ headers: { 'x-forwarded-for': `203.0.${i >> 8}.${i & 255}` } })
  /** How many further attempts get through after the limit of 120. */
  async function letThrough(club: TestClub, from: (i: number) => From) {
    let through = 0
    for (let i = 130; i < (many ? 1000 : 200); i++)
      if ((await signIn(club, `a${i}@purdue.edu`, undefined, from(i))) !== 429) through += 1
    return through
  }

  // Shows: T2, ASVS 4.1.3
  test('without a proxy the socket’s, whatever X-Forwarded-For says (T2)', { timeout: 60_000 }, async () => {
    await using club = await createTestClub('sqlite')
    skipHashing(club)
    expect(await triesBefore429(club, forged)).toBe(120)
    expect(await letThrough(club, forged)).toBe(0)
  })

  test('never that of a header which no trusted proxy sets', async () => {
    await using club = await createTestClub('sqlite', { env: { TRUST_PROXY: '1' } })
    skipHashing(club)
    const names = ['forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip', 'client-ip']
    const all = (i: number) => ({ headers: Object.fromEntries(names.map((name) => [name, `203.0.113.${i}`])) })
    expect(await triesBefore429(club, all)).toBe(120)
  })

  // Shows: T2, ASVS 15.3.4
  test('behind one proxy the right-most hop, which the proxy wrote, and nothing that came with the request', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub('sqlite', { env: { TRUST_PROXY: '1' } })
    skipHashing(club)
    const hops = (i: number) => ({
      headers: { 'x-forwarded-for': `203.0.${i >> 8}.${i & 255}, 10.9.9.9, 198.51.100.7` },
    })
    expect(await triesBefore429(club, hops)).toBe(120)
    expect(await letThrough(club, hops)).toBe(0)
    const other = { headers: { 'x-forwarded-for': '198.51.100.7, 198.51.100.8' } }
    expect(await signIn(club, 'b@purdue.edu', undefined, other)).toBe(401)
  })

  // Shows: T2
  test('behind a proxy that writes the port as well, the same whatever the port', async () => {
    await using club = await createTestClub('sqlite', { env: { TRUST_PROXY: '1' } })
    skipHashing(club)
    const ports = (i: number) => ({ headers: { 'x-forwarded-for': `198.51.100.7:${50_000 + i}` } })
    expect(await triesBefore429(club, ports)).toBe(120)
    expect(await letThrough(club, ports)).toBe(0)
  })

  // Shows: T2
  test('behind one proxy each of its callers alone, and the socket’s where it names none', async () => {
    await using club = await createTestClub('sqlite', { env: { TRUST_PROXY: '1' } })
    skipHashing(club)
    expect(await triesBefore429(club, forged)).toBe('never')
    expect(await triesBefore429(club, () => ({ ip: '10.0.0.1' }))).toBe(120)
    expect(await signIn(club, 'b@purdue.edu', undefined, { ip: '10.0.0.2' })).toBe(401)
  })

  test('behind named proxies only what those say: anybody else’s header is forged', async () => {
    await using club = await createTestClub('sqlite', { env: { TRUST_PROXY: '10.0.0.0/8' } })
    skipHashing(club)
    expect(await triesBefore429(club, (i) => ({ ...forged(i), ip: '192.0.2.1' }))).toBe(120)
    expect(await triesBefore429(club, (i) => ({ ...forged(i), ip: '10.0.0.1' }))).toBe('never')
  })

  // Shows: T3
  test('of IPv6 the /64, through which one customer can walk as they like (T3)', async () => {
    await using club = await createTestClub('sqlite')
    skipHashing(club)
    const walk = (i: number) => ({ ip: `2001:db8:1:2:${i.toString(16)}:${i % 7}:0:${i % 3}` })
    expect(await triesBefore429(club, walk)).toBe(120)
    expect(await signIn(club, 'b@purdue.edu', undefined, { ip: '2001:db8:1:3::1' })).toBe(401)
  })
})

describe('the network of an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::192.0.2.1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['[2001:db8:1:2::3]:50123', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['::ffff:192.0.2.1:50123', 'unknown'],
    ['whatever', 'unknown'],
    ['', 'unknown'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

/** Spellings of the login path that some server, proxy or router treats as the same. */
const spellings = String.raw`
  //api/auth/sign-in/email /api//auth/sign-in/email /api/auth//sign-in/email /api/auth/sign-in//email
  /api/auth/sign-in/email/ /api/auth/sign-in/email// ///api/auth/sign-in/email /api/auth/sign-in/email/.
  /API/auth/sign-in/email /api/AUTH/sign-in/email /api/auth/Sign-In/email /api/auth/sign-in/EMAIL
  /%61pi/auth/sign-in/email /api%2fauth/sign-in/email /api/auth%2Fsign-in/email /api/auth/sign%2din/email
  /api/auth/sign-in%2femail /api/auth/sign-in/%65mail /api/auth/sign-in/emai%6C /api/auth/sign-in/email%00
  /api/auth/sign-in/email%20 /api/auth/sign-in/email%2f /api/auth/sign-in/email%3f /api/auth/sign-in/email%23
  /api/auth/sign-in/email;a=b /api/auth;a/sign-in/email /api/auth/sign-in/email; /api;x/auth/sign-in/email
  /./api/auth/sign-in/email /api/./auth/sign-in/email /api/x/../auth/sign-in/email /x/../api/auth/sign-in/email
  /api/auth/sign-in/email/../email /api\auth\sign-in\email /api/auth\sign-in/email /\api/auth/sign-in/email
  /api/auth/sign-in/email.json /api/auth/sign_in/email /api/auth/signin/email /api/auth/sign-in/email%252f
  /rpc/../api/auth/sign-in/email /api/auth/sign-in/email%ff /api/auth/sign-in/email%`
  .trim()
  .split(/\s+/)

// Shows: T3, ASVS 1.1.1
test(`none of ${spellings.length} other spellings of the path gets a password looked at (T3)`, async () => {
  await using club = await createTestClub('sqlite')
  const { email } = await club.member()
  const looked = skipHashing(club)
  expect(new Set(spellings).size).toBeGreaterThanOrEqual(40)
  // Over a socket, so that no client normalizes the path first.
  const { port } = new URL(await club.app.listen({ host: '127.0.0.1', port: 0 }))
  const post = async (path: string) => {
    const headers = { 'content-type': 'application/json' }
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers, agent: false })
    asked.end(JSON.stringify({ email, password: goodPassword }))
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    reply.resume()
    return reply.statusCode
  }
  for (const path of spellings) expect([path, await post(path)]).toEqual([path, expect.toBeOneOf([400, 404])])
  expect(looked.all()).toBe(0)
  expect(await post('/api/auth/sign-in/email')).toBe(200)
})
