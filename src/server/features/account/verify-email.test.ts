import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { HashingOverload } from '#server/crypto/passwords.ts'
import { createTestClub, goodPassword, succeeded, type TestClub, usualEngines } from '#test/support/club.ts'
import { type Mail, type SmtpSink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { emailsKey } from './sign-up.ts'

const minute = 60_000
const hour = 60 * minute
const ana = 'ana@purdue.edu'

const mailBy = (sink: { url: string }) => ({ SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' })
const tokenOf = (mail: Mail) => mail.links[0]?.split('#token=')[1] ?? ''
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error,
  )
const unknownLink = {
  status: 409,
  code: 'REFUSED',
  message: 'This link is no longer valid. It has already been used, or we’ve sent a newer one.',
  data: { reason: 'link-unknown' },
}

/** Signs up and waits for the email. @returns the link's token */
async function signUp(club: TestClub, sink: SmtpSink, { email = ana, password = goodPassword } = {}) {
  await club.visitor().api.account.signUp({ email, password })
  return tokenOf(await sink.waitForMail({ to: email }))
}

const verify = (club: TestClub, token: string, password = goodPassword, ip?: string) =>
  club.visitor(ip).api.account.verify({ token, password, keepSignedIn: false })

async function isVerified(club: TestClub, email = ana) {
  const user = await club.db.selectFrom('user').select('emailVerified').where('email', '=', email).executeTakeFirst()
  return user?.emailVerified === 1
}

const sessionCount = async (club: TestClub) => (await club.db.selectFrom('session').select('id').execute()).length

/** Moves the clock forward without running the timers in between. */
const leap = (club: TestClub, ms: number) => club.clock.set(new Date(club.clock.now() + ms).toISOString())

/** Compares passwords instead of hashing them: dozens are tried, and the hashing is not under test. */
function skipHashing(club: TestClub) {
  club.ctx.hashing = {
    hash: async (password) => `plain:${password}`,
    verify: async ({ hash, password }) => hash === `plain:${password}`,
  }
}

describe.each(usualEngines)('verifying (%s)', (engine) => {
  test('the right password verifies and signs in; a wrong one before it costs nothing', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    const token = await signUp(club, sink)
    expect(await refusalOf(verify(club, token, 'not the password'))).toMatchObject({
      status: 422,
      code: 'INVALID_FIELD',
      data: {
        fields: {
          password: 'That’s not the password you chose when you created your account. Try again.',
        },
      },
    })
    expect(await isVerified(club)).toBe(false)
    // A second link, which is useless once the address is verified.
    leap(club, minute)
    await club.visitor().send({ method: 'POST', path: '/api/auth/request-password-reset', body: { email: ana } })
    expect(await club.db.selectFrom('verification').selectAll().execute()).toHaveLength(2)

    const reply = await club.visitor().send({
      method: 'POST',
      path: '/rpc/account/verify',
      body: { json: { token, password: goodPassword, keepSignedIn: false } },
    })
    expect(reply.json()).toEqual({ json: { hasLoggedIn: false } })
    expect(await isVerified(club)).toBe(true)
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    const { person } = await club.caller(cookie).api.session.get()
    expect(person).toMatchObject({ email: ana, hasLoggedIn: false, role: 'Member' })
    expect(await club.db.selectFrom('verification').selectAll().execute()).toEqual([])
    // The officers' list has one more member.
    expect(club.announced).toEqual(expect.arrayContaining([`member:${person?.userId}`, 'members']))
  })

  test('a link works once', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const token = await signUp(club, sink)
    await verify(club, token)
    expect(await refusalOf(verify(club, token))).toMatchObject(unknownLink)
    expect(await sessionCount(club)).toBe(1)
  })

  test('a link lives for 24 hours to the millisecond; an expired one has a new mail sent, and that link works', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const token = await signUp(club, sink)
    leap(club, 24 * hour - 1)
    expect(await refusalOf(verify(club, token, 'not the password'))).toMatchObject({ code: 'INVALID_FIELD' })
    leap(club, 1)
    expect(await refusalOf(verify(club, token))).toMatchObject({
      status: 409,
      message: 'This link has expired.',
      data: { reason: 'link-expired' },
    })

    expect(await club.visitor().api.account.resendExpired({ token })).toEqual({ nextInSeconds: 60 })
    const next = tokenOf(await sink.waitForMail({ to: ana }))
    expect(await refusalOf(verify(club, token))).toMatchObject(unknownLink)
    expect(await refusalOf(club.visitor().api.account.resendExpired({ token }))).toMatchObject(unknownLink)
    await verify(club, next)
  })

  test('a link that never was is as unknown as a used one', async () => {
    await using club = await createTestClub(engine)
    for (const token of ['', 'x', 'A'.repeat(43), '%', "' or 1=1 --"]) {
      expect(await refusalOf(verify(club, token))).toMatchObject(unknownLink)
      expect(await refusalOf(club.visitor().api.account.resendExpired({ token }))).toMatchObject(unknownLink)
    }
  })

  test('whoever was signed in on this browser is not any more', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const ben = await club.member()
    const token = await signUp(club, sink)
    await ben.api.account.verify({ token, password: goodPassword, keepSignedIn: false })
    expect((await ben.api.session.get()).person).toBeNull()
    expect(await sessionCount(club)).toBe(1)
  })

  describe('fifty presses of the button at once', () => {
    const press = async (club: TestClub, token: string) => {
      const presses = Array.from({ length: 50 }, () => verify(club, token))
      return (await Promise.allSettled(presses)).filter(succeeded).length
    }

    // Shows: T9, ASVS 6.4.1
    test('verify once and sign in once (T9)', async () => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      skipHashing(club)
      const token = await signUp(club, sink)
      expect(await press(club, token)).toBe(1)
      expect(await sessionCount(club)).toBe(1)
    })

    test('would sign in more than once if using a link up were not looked at (negative control)', async () => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      skipHashing(club)
      const token = await signUp(club, sink)
      club.ctx.database.db = club.ctx.database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, numAffectedRows: 1n }),
      })
      removeGuard(club)
      expect(await press(club, token)).toBeGreaterThan(1)
    })
  })

  test('a fresh sign-up while the password is looked at voids the link that was pressed', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const token = await signUp(club, sink)
    const looked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
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
    const pressed = refusalOf(verify(club, token))
    await looked.promise
    leap(club, minute)
    await signUp(club, sink, { password: 'the stranger’s password' })
    goOn.resolve()
    expect(await pressed).toMatchObject(unknownLink)
    expect(await isVerified(club)).toBe(false)
    expect(await sessionCount(club)).toBe(0)
  })
})

describe('verifying, whatever the database', () => {
  // Shows: T8, ASVS 7.6.2
  test('asking for it by GET or HEAD, as mail scanners do, changes nothing (T8)', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    skipHashing(club)
    const token = await signUp(club, sink)
    const data = encodeURIComponent(JSON.stringify({ json: { token, password: goodPassword, keepSignedIn: false } }))
    for (const method of ['GET', 'HEAD'])
      for (let i = 0; i < 5; i++) {
        const reply = await club.visitor().send({ method, path: `/rpc/account/verify?data=${data}` })
        expect(reply.statusCode).toBeGreaterThanOrEqual(400)
        expect(reply.headers['set-cookie']).toBeUndefined()
      }
    expect(await isVerified(club)).toBe(false)
    await verify(club, token)
  })

  test('ten wrong passwords are the most in 15 minutes; then the right one works again', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    skipHashing(club)
    const token = await signUp(club, sink)
    const codes = []
    for (let i = 0; i < 12; i++) codes.push((await refusalOf(verify(club, token, `guess number ${i}`))).code)
    expect(codes).toEqual([...Array(10).fill('INVALID_FIELD'), 'TOO_MANY_TRIES', 'TOO_MANY_TRIES'])
    expect(await refusalOf(verify(club, token))).toMatchObject({ status: 429, data: { retryAfterSeconds: 900 } })
    leap(club, 15 * minute)
    await verify(club, token)
  })

  test('a try that the server was too busy for does not count', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    const token = await signUp(club, sink)
    const { hashing } = club.ctx
    club.ctx.hashing = { ...hashing, verify: () => Promise.reject(new HashingOverload('too many at once')) }
    for (let i = 0; i < 11; i++) expect(await refusalOf(verify(club, token))).toMatchObject({ status: 503 })
    club.ctx.hashing = hashing
    await verify(club, token)
  })

  test('a mail for an address elsewhere is refused beside the field', async () => {
    await using club = await createTestClub('sqlite')
    expect(await refusalOf(club.visitor().api.account.resendVerification({ email: 'ana@evil.com' }))).toMatchObject({
      status: 422,
      data: { fields: { email: 'Email must end with @purdue.edu' } },
    })
  })
})

test('a stranger’s fresh sign-up that overlaps the owner’s click never ends with their password verified (postgres)', async () => {
  await using sink = await startSmtpSink()
  await using club = await createTestClub('postgres', { env: mailBy(sink) })
  skipHashing(club)
  const token = await signUp(club, sink)
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
  const reply = await club.visitor().send({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email: ana, password: 'the stranger’s password' },
  })
  expect([401, 403]).toContain(reply.statusCode)
})

async function waitingForLocks(club: TestClub) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(club.db)
  return Number(rows[0]?.count)
}

describe.each(usualEngines)('asking for the verification mail again (%s)', (engine) => {
  test('goes to whoever waits for it, at most once a minute, and the newest link counts', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const { api } = club.visitor()
    const first = await signUp(club, sink)
    const again = () => api.account.resendVerification({ email: ` ${ana.toUpperCase()}` })
    expect(await refusalOf(again())).toMatchObject({ status: 429, data: { retryAfterSeconds: 60 } })
    leap(club, minute)
    expect(await again()).toEqual({ nextInSeconds: 60 })
    const second = tokenOf(await sink.waitForMail({ to: ana, subject: 'Verify your email for Archery Club' }))
    expect(await refusalOf(verify(club, first))).toMatchObject(unknownLink)
    await verify(club, second)
  })

  // Shows: T5, T89
  test('sends at most five mails an hour to one address, whoever asks from wherever', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    await signUp(club, sink)
    const waits = []
    for (let i = 1; i <= 10; i++) {
      leap(club, minute)
      const answer = await refusalOf(club.visitor(`192.0.2.${i}`).api.account.resendVerification({ email: ana }))
      waits.push(answer === 'accepted' ? 0 : answer.data.retryAfterSeconds)
    }
    // The wait is reported right away: until the first of the five emails is an hour old.
    expect(waits).toEqual([0, 0, 0, 0, 3300, 3240, 3180, 3120, 3060, 3000])
    leap(club, 50 * minute)
    await club.visitor().api.account.resendVerification({ email: ana })
    await vi.waitFor(() => expect(sink.mails.filter(({ to }) => to.includes(ana))).toHaveLength(6))
  })

  test('answers alike for an address that nobody has, one that waits and one that is verified; only one gets mail', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    await signUp(club, sink)
    const member = await club.member()
    leap(club, minute)
    const ask = async (email: string) => {
      const reply = await club.visitor().send({
        method: 'POST',
        path: '/rpc/account/resendVerification',
        body: { json: { email } },
      })
      const { 'x-request-id': _id, date: _date, ...headers } = reply.headers
      return { status: reply.statusCode, body: reply.json(), headers }
    }
    for (const expected of [200, 429]) {
      const answers = [await ask(ana), await ask(member.email), await ask('nobody@purdue.edu')]
      expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected])
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    }
    await sink.waitForMail({ to: ana })
    expect(new Set(sink.mails.flatMap(({ to }) => to))).toEqual(new Set([ana]))
    expect(await club.db.selectFrom('mailOutbox').selectAll().execute()).toHaveLength(2)
  })
})
