// Shows: B2

import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createAccount, setPassword } from '#server/auth/accounts.ts'
import { newLink } from '#server/auth/email-tokens.ts'
import { firebaseHash, HashingOverload, isOldPassword, oldPassword } from '#server/crypto/passwords.ts'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { documentedHash } from '#test/support/firebase-fixture/generate.ts'
import { skipHashing } from '#test/support/newcomers.ts'

const minute = 60_000
const many = process.env.QUIVER_MANY === '1'

type Reply = Awaited<ReturnType<typeof signIn>>

const signIn = (club: TestClub, email: string, password = goodPassword, more: object = {}) =>
  club.visitor().send({ method: 'POST', path: '/api/auth/sign-in/email', body: { email, password, ...more } })

const cookieOf = (reply: Reply) => String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? ''

/** Moves the clock forward without running the timers in between. */
const leap = (club: TestClub, ms: number) => club.clock.set(new Date(club.clock.now() + ms).toISOString())

/** Someone who has signed up but not verified their email. @returns the address */
async function unverified(club: TestClub) {
  const email = 'new@purdue.edu'
  const passwordHash = await club.ctx.hashing.hash(goodPassword)
  await club.ctx.write((tx) => createAccount(tx, { email, passwordHash, now: '2026-11-24T22:00:00.000Z' }))
  return email
}

describe.each(usualEngines)('signing in (%s)', (engine) => {
  // Shows: 3.6, 3.25, 4.2
  test('the right password opens a session, and says whether the wizard is done', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const newcomer = await club.member({ hasLoggedIn: 0 })
    const reply = await signIn(club, ana.email)
    expect(reply.json()).toEqual({ hasLoggedIn: true })
    const { person } = await club.caller(cookieOf(reply)).api.session.get()
    expect(person).toMatchObject({ userId: ana.id, email: ana.email })
    expect((await signIn(club, newcomer.email)).json()).toEqual({ hasLoggedIn: false })
  })

  // Shows: 4.15
  test('puts a Day Pass of an earlier day right, and leaves every other pass alone', async () => {
    await using club = await createTestClub(engine)
    const yesterday = { pass: 'Day Pass', passUsedAt: '2026-11-24T04:59:59.999Z' } as const
    const today = { pass: 'Day Pass', passUsedAt: '2026-11-24T05:00:00.000Z' } as const
    const carpool = { pass: 'Carpool Range Pass', passUsedAt: null } as const
    for (const [held, kept] of [
      [yesterday, { pass: 'none', passUsedAt: null }],
      [today, today],
      [carpool, carpool],
    ] as const) {
      const ana = await club.member()
      await club.db.updateTable('member').set(held).where('id', '=', ana.id).execute()
      await signIn(club, ana.email)
      expect(await ana.row()).toMatchObject(kept)
    }
  })

  test('fifty times leaves fifty browsers logged in; one more ends the one that was used longest ago', async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    const ana = await club.member()
    await club.ctx.write((tx) => setPassword(tx, club.ctx, ana.id, `plain:${goodPassword}`))
    const sessions = () => club.db.selectFrom('session').select('id').where('userId', '=', ana.id).execute()
    const cookies: string[] = []
    for (let i = 0; i < 50; i++) {
      leap(club, 1000)
      cookies.push(cookieOf(await signIn(club, ana.email)))
    }
    expect(await sessions()).toHaveLength(50)
    const isIn = async (cookie = '') => (await club.caller(cookie).api.session.get()).person !== null
    expect(await isIn(cookies[0])).toBe(true)
    leap(club, 1000)
    for (let i = 0; i < 10; i++) cookies.push(cookieOf(await signIn(club, ana.email)))
    expect(await sessions()).toHaveLength(50)
    expect([await isIn(cookies[0]), await isIn(cookies[9]), await isIn(cookies[10]), await isIn(cookies[59])]).toEqual([
      ...[false, false, true, true],
    ])
  })

  // Shows: 7.2
  test('an unverified address is told so only to who has its password', async () => {
    await using club = await createTestClub(engine)
    const email = await unverified(club)
    const right = await signIn(club, email)
    expect([right.statusCode, right.json()]).toEqual([
      403,
      {
        code: 'EMAIL_NOT_VERIFIED',
        message: 'Please verify your email before logging in.',
        requestId: right.headers['x-request-id'],
      },
    ])
    const wrong = await signIn(club, email, 'not the password')
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
    expect(await club.db.selectFrom('session').select('id').execute()).toEqual([])
  })

  // Shows: T4
  test('who has no account, the wrong password, no rights yet or no membership any more hears the same (T4)', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const removed = await club.member({ removedAt: '2026-11-24T20:00:00.000Z' })
    const replies = [
      await signIn(club, ana.email, 'not the password'),
      await signIn(club, 'nobody@purdue.edu', 'not the password'),
      await signIn(club, 'nobody@evil.com', goodPassword),
      await signIn(club, 'no address', goodPassword),
      await signIn(club, await unverified(club), 'not the password'),
      await signIn(club, removed.email, goodPassword),
    ]
    for (const reply of replies) {
      expect(reply.json()).toEqual({
        code: 'INVALID_EMAIL_OR_PASSWORD',
        message: 'Invalid email or password.',
        requestId: reply.headers['x-request-id'],
      })
      expect(seen(reply)).toEqual(seen(replies[0]))
    }
    expect(seen(replies[0]).status).toBe(401)
  })

  test('a sign-in with the old password that overlaps a reset leaves no session behind', async () => {
    await using club = await createTestClub(engine)
    const { id, email, cookie } = await club.member()
    const looked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    holdUpSignIns(club, looked, goOn)
    const signingIn = signIn(club, email)
    await looked.promise
    await reset(club, id, 'a brand new password')
    goOn.resolve()
    const reply = await signingIn
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
    for (const each of [cookie, cookieOf(reply)]) expect((await club.caller(each).api.session.get()).person).toBeNull()
    expect(await club.db.selectFrom('session').select('id').execute()).toEqual([])
  })

  describe('the time that an answer takes', { timeout: many ? 1_800_000 : 120_000 }, () => {
    // Shows: T4
    test('does not tell an account with a wrong password from none at all (T4)', async () => {
      await using club = await createTestClub(engine)
      expect(await smallestGap(club, many ? 500 : 12)).toBeLessThan(noise)
    })

    test('would tell, if no password were hashed where there is no account (negative control)', async () => {
      await using club = await createTestClub(engine)
      club.ctx.hashing = { ...club.ctx.hashing, hash: async () => 'nothing' }
      expect(await smallestGap(club, 5, 1)).toBeGreaterThan(noise)
    })
  })
})

describe('signing in, whatever the database', () => {
  // Shows: T4
  test('who came along from the former app, who signed up here and nobody cost the same looks (T4)', async () => {
    await using club = await createTestClub('sqlite')
    const [ana, ben] = [await club.member(), await club.member()]
    const salt = 'c29tZSBzYWx0'
    const hash = (await firebaseHash({ ...documentedHash, salt }, goodPassword)).toString('base64')
    const old = oldPassword({ ...documentedHash, salt, hash })
    await club.ctx.write((tx) => setPassword(tx, club.ctx, ana.id, old))
    const looks: string[] = []
    const { hash: hashNew, verify } = club.ctx.hashing
    club.ctx.hashing = {
      hash: (password) => {
        looks.push('new')
        return hashNew(password)
      },
      verify: (facts) => {
        looks.push(isOldPassword(facts.hash) ? 'old' : 'new')
        return verify(facts)
      },
    }
    const looksAt = async (email: string, password = 'not the password') => {
      looks.length = 0
      const { statusCode } = await signIn(club, email, password)
      return [statusCode, ...looks]
    }
    for (const email of [ana.email, ben.email, 'nobody@purdue.edu'])
      expect(await looksAt(email)).toEqual([401, 'old', 'new'])
    // The password was rehashed at that sign-in, and it was the last old hash in the club.
    expect(await looksAt(ana.email, goodPassword)).toEqual([200, 'old', 'new'])
    for (const email of [ana.email, ben.email, 'nobody@purdue.edu']) expect(await looksAt(email)).toEqual([401, 'new'])
  })

  test('the address may be typed in capitals and with spaces around it', async () => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member()
    expect((await signIn(club, `  ${ana.email.toUpperCase()}\t`)).statusCode).toBe(200)
  })

  test('while too many are being looked at it says when to come back, and the try does not count', async () => {
    await using club = await createTestClub('sqlite')
    const ana = await club.member()
    const { hashing } = club.ctx
    const busy = () => Promise.reject(new HashingOverload('too many at once'))
    club.ctx.hashing = { hash: busy, verify: busy }
    for (const email of [...Array(11).fill(ana.email), 'nobody@purdue.edu']) {
      const reply = await signIn(club, email)
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
    }
    club.ctx.hashing = hashing
    expect((await signIn(club, ana.email)).statusCode).toBe(200)
  })

  // Shows: T92
  test('what is typed beside address and password is refused', async () => {
    await using club = await createTestClub('sqlite')
    const { email } = await club.member()
    for (const more of [{ role: 'Officer' }, { emailVerified: true }, { callbackURL: 'https://evil.example' }]) {
      const reply = await signIn(club, email, goodPassword, more)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'BAD_REQUEST'])
    }
    expect(await club.db.selectFrom('session').select('id').execute()).toHaveLength(1)
  })
})

describe('the password', () => {
  // Shows: T17, ASVS 6.2.5, ASVS 6.2.9
  test('a password of up to 128 characters of any script signs in, and only whole (T17)', {
    timeout: 60_000,
  }, async () => {
    await using club = await createTestClub('sqlite')
    const { id, email } = await club.member()
    const unit = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      fc.constantFrom(' ', '🏹', '👩‍👩‍👧', 'ß', 'ﬁ', 'é', 'e\u0301', '漢', 'ع', '\u0000', '"', '\\'),
    )
    const password = fc
      .array(unit, { minLength: 128, maxLength: 128 })
      .chain((units) => fc.integer({ min: 64, max: 128 }).map((length) => units.join('').slice(0, length)))
      .filter((text) => text.isWellFormed())
    const passwords = fc.sample(password, { seed: 17, numRuns: many ? 100 : 5 })
    for (const [i, password] of passwords.entries()) {
      const hash = await club.ctx.hashing.hash(password)
      await club.ctx.write((tx) => setPassword(tx, club.ctx, id, hash))
      expect((await signIn(club, email, password)).statusCode).toBe(200)
      if (i === 0) expect((await signIn(club, email, password.slice(0, -1))).statusCode).toBe(401)
    }
    expect(Math.min(...passwords.map(({ length }) => length))).toBeGreaterThanOrEqual(64)
  })

  // Shows: T17, ASVS 6.2.8
  test('an accent typed as one character or as two is the same password', async () => {
    await using club = await createTestClub('sqlite')
    const { id, email } = await club.member()
    const hash = await club.ctx.hashing.hash('le cafe\u0301 à l’arc')
    await club.ctx.write((tx) => setPassword(tx, club.ctx, id, hash))
    expect((await signIn(club, email, 'le caf\u00e9 à l’arc')).statusCode).toBe(200)
  })
})

test('nor does one that has been let in and is about to open its session (postgres)', async () => {
  await using club = await createTestClub('postgres')
  const { id, email } = await club.member()
  const looked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  // The first query runs before the password is verified, the second in the transaction that opens the session.
  holdUpAfterLook(club, 2, looked, goOn)
  const signingIn = signIn(club, email)
  await looked.promise
  let settled = false
  const resetting = reset(club, id, 'a brand new password').finally(() => {
    settled = true
  })
  await vi.waitFor(async () => expect(settled || (await waitingForLocks(club)) === 1).toBe(true), 10_000)
  goOn.resolve()
  await Promise.all([signingIn, resetting])
  expect(await club.db.selectFrom('session').select('id').execute()).toEqual([])
})

/** What a caller can use to tell two responses apart. */
function seen(reply: Reply | undefined) {
  const { 'x-request-id': id, date: _date, ...headers } = reply?.headers ?? {}
  return { status: reply?.statusCode, body: reply?.payload.replaceAll(String(id), 'its id'), headers }
}

/** Pauses sign-ins once their password has been verified: resolves `looked`, then waits for `goOn`. */
function holdUpSignIns(club: TestClub, looked: PromiseWithResolvers<void>, goOn: PromiseWithResolvers<void>) {
  const { hashing } = club.ctx
  club.ctx.hashing = {
    ...hashing,
    async verify(facts) {
      const right = await hashing.verify(facts)
      looked.resolve()
      await goOn.promise
      return right
    },
  }
}

/**
 * Pauses the query of the account table with the number `which`: resolves `looked` once it has run, then waits for
 * `goOn`.
 */
function holdUpAfterLook(
  club: TestClub,
  which: number,
  looked: PromiseWithResolvers<void>,
  goOn: PromiseWithResolvers<void>,
) {
  let looks = 0
  const heldUp = new WeakSet<object>()
  club.ctx.database.db = club.ctx.database.db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"account"') && ++looks === which)
        heldUp.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (heldUp.has(queryId)) {
        looked.resolve()
        await goOn.promise
      }
      return result
    },
  })
}

async function waitingForLocks(club: TestClub) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(club.db)
  return Number(rows[0]?.count)
}

/** Resets a password with a link like the one in the email. */
async function reset(club: TestClub, userId: string, newPassword: string) {
  const token = await club.ctx.write((tx) => newLink(tx, 'reset', userId, club.clock.now()))
  const reply = await club.visitor().send({
    method: 'POST',
    path: '/api/auth/reset-password',
    body: { token, newPassword },
  })
  expect(reply.statusCode).toBe(200)
}

/** Few attempts on a busy machine give coarse times; without the hashing, the gap is more than ten of these units. */
const noise = many ? 1 : 3

/**
 * The smallest difference between the median times of the two kinds of failure, in units of noise: 5 ms, or a tenth of
 * the time itself on a busy machine. Attempts of both kinds alternate. A gap that is only noise is gone in a second
 * measurement.
 */
async function smallestGap(club: TestClub, tries: number, looks = 4) {
  const accounts = Math.ceil(tries / 5)
  const known = await Promise.all(Array.from({ length: accounts }, () => club.member()))
  let smallest = Number.POSITIVE_INFINITY
  for (let look = 0; look < looks && smallest >= noise; look++) {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let i = 0; i < tries; i++) {
      const emails = { known: known[i % accounts]?.email ?? '', unknown: `nobody${i % accounts}@purdue.edu` }
      for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        const begun = performance.now()
        expect((await signIn(club, emails[kind], 'not the password')).statusCode).toBe(401)
        times[kind].push(performance.now() - begun)
      }
      if (i % 50 === 49) leap(club, minute)
    }
    const medians = [median(times.known), median(times.unknown)] as const
    smallest = Math.min(smallest, Math.abs(medians[0] - medians[1]) / Math.max(5, medians[0] / 10))
    leap(club, 15 * minute)
  }
  return smallest
}

function median(times: number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
