import { describe, expect, test, vi } from 'vitest'
import { newLink } from '#server/auth/email-tokens.ts'
import {
  askForReset,
  comparable,
  comparePasswords,
  cookieOf,
  createClubWithMail,
  ignoreRowCounts,
  leap,
  logInStatus,
  post,
  refusalOf,
  resetPassword,
  waitingForLocks,
} from '#test/support/account-requests.ts'
import { allRows } from '#test/support/all-rows.ts'
import { createTestClub, goodPassword, succeeded, type TestClub, usualEngines } from '#test/support/club.ts'
import { tokenOf } from '#test/support/newcomers.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { emailsKey } from './sign-up.ts'

const minute = 60_000
const hour = 60 * minute
const ana = 'ana@purdue.edu'
type ClubWithMail = Awaited<ReturnType<typeof createClubWithMail>>

const unknownLink = {
  status: 409,
  code: 'REFUSED',
  message: 'This link is no longer valid. It has already been used, or we’ve sent a newer one.',
  data: { reason: 'link-unknown' },
}

/** Signs up and waits for the email. @returns the link's token */
async function signUp(club: ClubWithMail, password = goodPassword) {
  await club.visitor().api.account.signUp({ email: ana, password })
  return tokenOf(await club.sink.waitForMail({ to: ana }))
}

const verify = (club: TestClub, token: string, password = goodPassword) =>
  club.visitor().api.account.verify({ token, password, keepSignedIn: false })

const resendExpired = (club: TestClub, token: string) => club.visitor().api.account.resendExpired({ token })

async function isVerified(club: TestClub) {
  const user = await club.db.selectFrom('user').select('emailVerified').where('email', '=', ana).executeTakeFirst()
  return user?.emailVerified === 1
}

const sessionCount = async (club: TestClub) => (await club.db.selectFrom('session').select('id').execute()).length

describe.each(usualEngines)('verifying an email (%s)', (engine) => {
  test('verifies and logs in with the right password, also after a wrong one', async () => {
    await using club = await createClubWithMail(engine, { hashing: true })
    const token = await signUp(club)
    const wrong = 'That’s not the password you chose when you created your account. Try again.'
    expect(await refusalOf(verify(club, token, 'not the password'))).toMatchObject({
      status: 422,
      code: 'INVALID_FIELD',
      data: { fields: { password: wrong } },
    })
    expect(await isVerified(club)).toBe(false)
    // A second link, which is useless once the address is verified.
    leap(club, minute)
    await askForReset(club, ana)
    expect(await club.db.selectFrom('verification').selectAll().execute()).toHaveLength(2)

    // Whoever was logged in on this browser is logged out.
    const ben = await club.member()
    const json = { token, password: goodPassword, keepSignedIn: false }
    const reply = await post(club, '/rpc/account/verify', { json }, { cookie: ben.cookie })
    expect((await ben.api.session.get()).person).toBeNull()
    expect(reply.json()).toEqual({ json: { hasLoggedIn: false } })
    expect(await isVerified(club)).toBe(true)
    const { person } = await club.caller(cookieOf(reply)).api.session.get()
    expect(person).toMatchObject({ email: ana, hasLoggedIn: false, role: 'Member' })
    expect(await club.db.selectFrom('verification').selectAll().execute()).toEqual([])
    // The officers' list has one more member.
    expect(club.announced).toEqual(expect.arrayContaining([`member:${person?.userId}`, 'members']))
  })

  test('accepts a link for 24 hours to the millisecond; an expired one has a new email sent, and that link works', async () => {
    await using club = await createClubWithMail(engine)
    const token = await signUp(club)
    leap(club, 24 * hour - 1)
    expect(await refusalOf(verify(club, token, 'not the password'))).toMatchObject({ code: 'INVALID_FIELD' })
    leap(club, 1)
    const expired = { status: 409, message: 'This link has expired.', data: { reason: 'link-expired' } }
    expect(await refusalOf(verify(club, token))).toMatchObject(expired)

    expect(await resendExpired(club, token)).toEqual({ nextInSeconds: 60 })
    const next = tokenOf(await club.sink.waitForMail({ to: ana }))
    await verify(club, next)
    for (const dead of [token, next, '', 'A'.repeat(43), "' or 1=1 --"]) {
      expect(await refusalOf(verify(club, dead))).toMatchObject(unknownLink)
      expect(await refusalOf(resendExpired(club, dead))).toMatchObject(unknownLink)
    }
    expect(await sessionCount(club)).toBe(1)
  })
})

describe.each(usualEngines)('a link that is pressed fifty times together (%s)', (engine) => {
  const presses = {
    verify: (club: TestClub, token: string) => verify(club, token),
    reset: async (club: TestClub, token: string, i: number) => {
      const { statusCode } = await resetPassword(club, token, `a brand new password ${i}`)
      if (statusCode !== 200) throw new Error('refused')
    },
  }
  /** @param prepare changes the club before the link is pressed @returns how many presses succeeded */
  const press = async (club: TestClub, kind: 'verify' | 'reset', prepare = (_club: TestClub) => {}) => {
    const { id } = await club.member({ verified: kind === 'reset' })
    const token = await club.ctx.write((tx) => newLink(tx, kind, id, club.clock.now()))
    prepare(club)
    const answers = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => presses[kind](club, token, i)))
    return answers.filter(succeeded).length
  }

  // Shows: T9, ASVS 6.4.1, ASVS 6.4.3
  test.each(['verify', 'reset'] as const)('works once (%s)', async (kind) => {
    await using club = await createTestClub(engine)
    comparePasswords(club)
    expect(await press(club, kind)).toBe(1)
    // One session: that of the click that verified, beside which the member's first one is left.
    expect(await sessionCount(club)).toBe(kind === 'verify' ? 2 : 0)
    // If no one checked that it was used up, it would work more than once (negative control).
    const unchecked = (club: TestClub) => {
      ignoreRowCounts(club)
      removeGuard(club)
    }
    expect(await press(club, kind, unchecked)).toBeGreaterThan(1)
  })
})

describe('verifying an email', () => {
  // Shows: T8, ASVS 7.6.2
  test('and entering a code do nothing for GET or HEAD, as email scanners send (T8)', async () => {
    await using club = await createClubWithMail('sqlite')
    const token = await signUp(club)
    const before = await allRows(club)
    for (const [operation, input] of [
      ['verify', { token, password: goodPassword, keepSignedIn: false }],
      ['enterCode', { email: ana, code: 'WWWW-2222' }],
    ] as const)
      for (const method of ['GET', 'HEAD']) {
        const data = encodeURIComponent(JSON.stringify({ json: input }))
        const reply = await club.visitor().send({ method, path: `/rpc/account/${operation}?data=${data}` })
        expect(reply.statusCode).toBeGreaterThanOrEqual(400)
        expect(reply.headers['set-cookie']).toBeUndefined()
      }
    expect(await allRows(club)).toEqual(before)
    await verify(club, token)
  })

  test('never verifies the password of a stranger whose sign-up overlaps the owner’s click (postgres)', async () => {
    await using club = await createClubWithMail('postgres')
    const token = await signUp(club)
    leap(club, minute)
    // The stranger's transaction has seen the address unverified, and is paused there.
    const held = await club.db.startTransaction().execute()
    const mails = emailsKey(club.ctx, ana)
    await held.selectFrom('rateLimit').select('key').where('key', '=', mails).forUpdate().execute()
    const stranger = refusalOf(club.visitor().api.account.signUp({ email: ana, password: 'the stranger’s password' }))
    await vi.waitFor(async () => expect(await waitingForLocks(club)).toBe(1), 10_000)

    let settled = false
    const owner = refusalOf(verify(club, token)).finally(() => {
      settled = true
    })
    await vi.waitFor(async () => expect(settled || (await waitingForLocks(club)) === 2).toBe(true), 10_000)
    await held.rollback().execute()
    await Promise.all([stranger, owner])
    expect([401, 403]).toContain(await logInStatus(club, ana, 'the stranger’s password'))
  })
})

describe.each(usualEngines)('asking for the verification email again (%s)', (engine) => {
  test('answers the same for an unknown, a waiting, and a verified address; only the waiting one gets an email', async () => {
    await using club = await createClubWithMail(engine)
    await signUp(club)
    const member = await club.member()
    leap(club, minute)
    for (const status of [200, 429]) {
      const answers = []
      for (const email of [ana, member.email, 'unknown@purdue.edu'])
        answers.push(comparable(await post(club, '/rpc/account/resendVerification', { json: { email } })))
      expect(answers[0]).toMatchObject({ status })
      expect(answers).toEqual(Array(3).fill(answers[0]))
    }
    await club.sink.waitForMail({ to: ana })
    expect(new Set(club.sink.mails.flatMap(({ to }) => to))).toEqual(new Set([ana]))
    expect(await club.db.selectFrom('mailOutbox').selectAll().execute()).toHaveLength(2)
  })
})
