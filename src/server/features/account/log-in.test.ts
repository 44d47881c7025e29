// Shows: B2

import { expect } from 'vitest'
import { lockCredentialOf, openSession, setPassword } from '#server/auth/accounts.ts'
import { firebaseHash, HashingOverload, isOldPassword, oldPassword } from '#server/crypto/passwords.ts'
import type { Tx } from '#server/db/database.ts'
import {
  comparable,
  comparePasswords,
  cookieOf,
  leap,
  logIn,
  logInStatus,
  newPassword,
  resetLink,
  resetPassword,
} from '#test/support/account-requests.ts'
import { describe, goodPassword, test, usualEngines } from '#test/support/club-test.ts'
import { documentedHash } from '#test/support/firebase-fixture/generate.ts'
import { whileHeld } from '#test/support/with-row-locked.ts'

describe.each(usualEngines)('logging in (%s)', () => {
  // Shows: 3.6, 3.25, 4.2
  test('opens a session for an address in any spelling, and says whether the wizard is done', async ({ club, ana }) => {
    const newcomer = await club.member({ hasLoggedIn: 0 })
    const reply = await logIn(club, `  ${ana.email.toUpperCase()}\t`)
    expect(reply.json()).toEqual({ hasLoggedIn: true })
    const { person } = await club.caller(cookieOf(reply)).api.session.get()
    expect(person).toMatchObject({ userId: ana.id, email: ana.email })
    expect((await logIn(club, newcomer.email)).json()).toEqual({ hasLoggedIn: false })
  })

  // Shows: 3.19, 4.15, 4.16, 7.8
  test('removes a Day Pass of an earlier day, and leaves every other pass alone', async ({ club }) => {
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
      await logIn(club, ana.email)
      expect(await ana.row()).toMatchObject(kept)
    }
  })

  test('leaves fifty browsers logged in; one more ends the one used longest ago', async ({ club }) => {
    comparePasswords(club)
    const ana = await club.member()
    await club.ctx.write((tx) => setPassword(tx, club.ctx, ana.id, `plain:${goodPassword}`))
    const sessions = () => club.db.selectFrom('session').select('id').where('userId', '=', ana.id).execute()
    const cookies: string[] = []
    for (let i = 0; i < 50; i++) {
      leap(club, 1000)
      cookies.push(cookieOf(await logIn(club, ana.email)))
    }
    expect(await sessions()).toHaveLength(50)
    const isIn = async (cookie = '') => (await club.caller(cookie).api.session.get()).person !== null
    expect(await isIn(cookies[0])).toBe(true)
    leap(club, 1000)
    for (let i = 0; i < 10; i++) cookies.push(cookieOf(await logIn(club, ana.email)))
    expect(await sessions()).toHaveLength(50)
    expect([await isIn(cookies[0]), await isIn(cookies[9]), await isIn(cookies[10]), await isIn(cookies[59])]).toEqual([
      ...[false, false, true, true],
    ])
  })

  // Shows: 7.2
  test('says that an address is unverified only to those who know its password', async ({ club }) => {
    const { email } = await club.member({ verified: false })
    const right = await logIn(club, email)
    expect([right.statusCode, right.json().code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    expect(right.json().message).toBe('Please verify your email before logging in.')
    const wrong = await logIn(club, email, 'not the password')
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
    expect([right, wrong].map(({ headers }) => headers['set-cookie'])).toEqual([undefined, undefined])
  })

  // Shows: T4
  test('answers the same without an account, before verifying, and after a removal (T4)', async ({ club, ana }) => {
    const removed = await club.member({ removedAt: '2026-11-24T20:00:00.000Z' })
    const unverified = await club.member({ verified: false })
    const replies = [
      await logIn(club, ana.email, 'not the password'),
      await logIn(club, 'unknown@purdue.edu', 'not the password'),
      await logIn(club, 'unknown@evil.com', goodPassword),
      await logIn(club, 'no address', goodPassword),
      await logIn(club, unverified.email, 'not the password'),
      await logIn(club, removed.email, goodPassword),
    ]
    for (const reply of replies) {
      expect(reply.json()).toEqual({
        code: 'INVALID_EMAIL_OR_PASSWORD',
        message: 'Invalid email or password.',
        requestId: reply.headers['x-request-id'],
      })
      expect(reply.statusCode).toBe(401)
      expect(comparable(reply)).toEqual(comparable(replies[0] ?? reply))
    }
  })

  // Shows: T4
  test('checks as many hashes for an old member, a new one, and an unknown address (T4)', async ({ club }) => {
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
      const { statusCode } = await logIn(club, email, password)
      return [statusCode, ...looks]
    }
    for (const email of [ana.email, ben.email, 'unknown@purdue.edu'])
      expect(await looksAt(email)).toEqual([401, 'old', 'new'])
    // The password was rehashed at that sign-in, and it was the last old hash in the club.
    expect(await looksAt(ana.email, goodPassword)).toEqual([200, 'old', 'new'])
    for (const email of [ana.email, ben.email, 'unknown@purdue.edu']) expect(await looksAt(email)).toEqual([401, 'new'])
  })

  test('on a busy server says when to come back, and does not count the attempt', async ({ club, ana }) => {
    const { hashing } = club.ctx
    const busy = () => Promise.reject(new HashingOverload('too many at once'))
    club.ctx.hashing = { hash: busy, verify: busy }
    for (const email of [...Array(11).fill(ana.email), 'unknown@purdue.edu']) {
      const reply = await logIn(club, email)
      expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '2'])
    }
    club.ctx.hashing = hashing
    expect((await logIn(club, ana.email)).statusCode).toBe(200)
  })
})

// Shows: T17, ASVS 6.2.5, ASVS 6.2.8, ASVS 6.2.9
test('a password of up to 128 characters of any script logs in as a whole (T17)', async ({ club }) => {
  const { id, email } = await club.member()
  const setTo = async (password: string) => {
    const hash = await club.ctx.hashing.hash(password)
    await club.ctx.write((tx) => setPassword(tx, club.ctx, id, hash))
  }
  const long = '🏹 👩‍👩‍👧 ß ﬁ é 漢 ع \u0000 " \\ '.repeat(6).slice(0, 128)
  expect([long.length, long.isWellFormed()]).toEqual([128, true])
  await setTo(long)
  expect([await logInStatus(club, email, long), await logInStatus(club, email, long.slice(0, -1))]).toEqual([200, 401])
  await setTo('le cafe\u0301 à l’arc')
  expect(await logInStatus(club, email, 'le caf\u00e9 à l’arc')).toBe(200)
})

describe('at the same time as a new password (postgres)', () => {
  test.override({ engine: 'postgres' })

  test('a login with the old one opens no session', async ({ club }) => {
    const { id, email } = await club.member()
    const password = await club.ctx.hashing.hash(newPassword)
    const change = async (tx: Tx) => {
      await lockCredentialOf(tx, id)
      await tx.updateTable('account').set({ password }).where('userId', '=', id).execute()
    }
    expect(await whileHeld(club, change, () => logInStatus(club, email))).toBe(401)
  })

  test('a session that a login is about to open ends with the others', async ({ club }) => {
    const { id } = await club.member()
    const token = await resetLink(club, id)
    const open = async (tx: Tx) => {
      await lockCredentialOf(tx, id)
      await openSession(tx, club.ctx, { userId: id, keep: false, userAgent: '', nowMs: club.clock.now() })
    }
    await whileHeld(club, open, () => resetPassword(club, token))
    expect(await club.db.selectFrom('session').select('id').execute()).toEqual([])
  })
})
