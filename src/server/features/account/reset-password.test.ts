import { describe, expect, test, vi } from 'vitest'
import { HashingOverload } from '#server/crypto/passwords.ts'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { type Mail, type SmtpSink, startSmtpSink } from '#test/support/smtp-sink.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

const minute = 60_000
const newPassword = 'a brand new password'

const mailBy = (sink: { url: string }) => ({ SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' })
const tokenOf = (mail: Mail) => mail.links[0]?.split('#token=')[1] ?? ''

const post = (club: TestClub, path: string, body: object, headers: Record<string, string> = {}) =>
  club.visitor().send({ method: 'POST', path: `/api/auth${path}`, body, headers })

const askForReset = (club: TestClub, email: string) => post(club, '/request-password-reset', { email })

/** @returns the token of the email that arrives */
async function resetMail(club: TestClub, sink: SmtpSink, email: string) {
  expect((await askForReset(club, email)).json()).toEqual({})
  return tokenOf(await sink.waitForMail({ to: email, subject: 'Choose a new password for Archery Club' }))
}

const reset = (club: TestClub, token: string, password = newPassword) =>
  post(club, '/reset-password', { token, newPassword: password })

const signIn = async (club: TestClub, email: string, password: string) =>
  (await post(club, '/sign-in/email', { email, password })).statusCode

/** Compares passwords instead of hashing them, where that is not under test. */
function skipHashing(club: TestClub) {
  club.ctx.hashing = {
    hash: async (password) => `plain:${password}`,
    verify: async ({ hash, password }) =>
      hash.startsWith('plain:') ? hash === `plain:${password}` : password === goodPassword,
  }
}

/** Moves the clock forward without running the timers in between. */
const leap = (club: TestClub, ms: number) => club.clock.set(new Date(club.clock.now() + ms).toISOString())

async function expectDeadLink(club: TestClub, token: string, reason: 'link-unknown' | 'link-expired') {
  const reply = await reset(club, token)
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    {
      code: 'INVALID_TOKEN',
      message:
        reason === 'link-expired'
          ? 'This link has expired.'
          : 'This link is no longer valid. It has already been used, or we’ve sent a newer one.',
      data: { reason },
      requestId: reply.headers['x-request-id'],
    },
  ])
}

describe.each(usualEngines)('a new password by mail (%s)', (engine) => {
  // Shows: 7.4, ASVS 6.4.3
  test('replaces the old one, and signs the person out everywhere', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    const ana = await club.member({ nameFirst: 'Ana' })
    const other = await club.member()
    await post(club, '/sign-in/email', { email: ana.email, password: goodPassword, rememberMe: true })
    await askForReset(club, ` ${ana.email.toUpperCase()} `)
    const mail = await sink.waitForMail({ to: ana.email })
    expect(mail).toMatchObject({ to: [ana.email], subject: 'Choose a new password for Archery Club' })
    expect(mail.text).toMatch(/^Hello Ana,/)
    expect(mail.links).toEqual([
      expect.stringMatching(/^http:\/\/localhost:3000\/reset#token=[\w-]{43}$/),
      'http://localhost:3000/code',
    ])
    // The email alone changes nothing.
    expect((await ana.api.session.get()).person).not.toBeNull()

    const told = club.announced.length
    const reply = await reset(club, tokenOf(mail))
    expect([reply.statusCode, reply.json(), reply.headers['set-cookie']]).toEqual([
      200,
      { calendarLinkReset: false },
      undefined,
    ])
    // Her open screens are notified.
    expect(club.announced.slice(told)).toEqual([`member:${ana.id}`])
    expect(await club.db.selectFrom('session').select('userId').execute()).toEqual([{ userId: other.id }])
    expect((await ana.api.session.get()).person).toBeNull()
    expect(await signIn(club, ana.email, goodPassword)).toBe(401)
    expect(await signIn(club, ana.email, newPassword)).toBe(200)
    expect(await signIn(club, other.email, goodPassword)).toBe(200)
  })

  // Shows: ASVS 6.5.1
  test('comes by a link that works once', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    const { email } = await club.member()
    const token = await resetMail(club, sink, email)
    expect((await reset(club, token)).statusCode).toBe(200)
    await expectDeadLink(club, token, 'link-unknown')
    await expectDeadLink(club, 'A'.repeat(43), 'link-unknown')
    expect(await signIn(club, email, newPassword)).toBe(200)
  })

  // Shows: T9, ASVS 6.4.1
  test('comes by a link that lives for an hour; an expired one has a new mail sent', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const [ana, ben] = [await club.member(), await club.member()]
    const [anas, bens] = [await resetMail(club, sink, ana.email), await resetMail(club, sink, ben.email)]
    leap(club, 60 * minute - 1)
    expect((await reset(club, bens)).statusCode).toBe(200)
    leap(club, 1)
    await expectDeadLink(club, anas, 'link-expired')
    await club.visitor().api.account.resendExpired({ token: anas })
    const next = tokenOf(await sink.waitForMail({ to: ana.email, subject: 'Choose a new password for Archery Club' }))
    await expectDeadLink(club, anas, 'link-unknown')
    expect((await reset(club, next)).statusCode).toBe(200)
  })

  test('comes by the newest link only', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const { email } = await club.member()
    const first = await resetMail(club, sink, email)
    leap(club, minute)
    const second = await resetMail(club, sink, email)
    await expectDeadLink(club, first, 'link-unknown')
    expect((await reset(club, second)).statusCode).toBe(200)
  })

  test('proves the mailbox of somebody who has not verified, whose other link is void then', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const { api } = club.visitor()
    const email = 'new@purdue.edu'
    await api.account.signUp({ email, password: goodPassword })
    const verification = tokenOf(await sink.waitForMail({ to: email }))
    leap(club, minute)
    const token = await resetMail(club, sink, email)
    expect(await signIn(club, email, goodPassword)).toBe(403)
    expect((await reset(club, token)).statusCode).toBe(200)
    expect(await signIn(club, email, newPassword)).toBe(200)
    for (const password of [goodPassword, newPassword])
      await expect(api.account.verify({ token: verification, password, keepSignedIn: false })).rejects.toMatchObject({
        data: { reason: 'link-unknown' },
      })
  })

  test('is not to be had by an older link once the address has been signed up afresh', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const { api } = club.visitor()
    const email = 'new@purdue.edu'
    await api.account.signUp({ email, password: goodPassword })
    leap(club, minute)
    const token = await resetMail(club, sink, email)
    leap(club, minute)
    await api.account.signUp({ email, password: 'the stranger’s password' })
    await expectDeadLink(club, token, 'link-unknown')
    expect(await signIn(club, email, 'the stranger’s password')).toBe(403)
  })

  describe('set fifty times at once', () => {
    const press = async (club: TestClub, token: string) => {
      skipHashing(club)
      const presses = Array.from({ length: 50 }, (_, i) => reset(club, token, `a brand new password ${i}`))
      return (await Promise.all(presses)).filter(({ statusCode }) => statusCode === 200).length
    }

    // Shows: T9, ASVS 6.4.3
    test('is set once (T9)', async () => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      const { email } = await club.member()
      expect(await press(club, await resetMail(club, sink, email))).toBe(1)
    })

    test('would be set more than once if using a link up were not looked at (negative control)', async () => {
      await using sink = await startSmtpSink()
      await using club = await createTestClub(engine, { env: mailBy(sink) })
      const { email } = await club.member()
      const token = await resetMail(club, sink, email)
      club.ctx.database.db = club.ctx.database.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => ({ ...result, numAffectedRows: 1n }),
      })
      removeGuard(club)
      expect(await press(club, token)).toBeGreaterThan(1)
    })
  })

  // Shows: T4
  test('can be asked for by anyone for anyone: the answers are alike, and only who has an account gets mail (T4)', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { env: mailBy(sink) })
    skipHashing(club)
    const ana = await club.member()
    const removed = await club.member({ removedAt: '2026-11-24T20:00:00.000Z' })
    const ask = async (email: string) => {
      const reply = await askForReset(club, email)
      const { 'x-request-id': id, date: _date, ...headers } = reply.headers
      return { status: reply.statusCode, body: reply.payload.replaceAll(String(id), 'its id'), headers }
    }
    for (const expected of [200, 429]) {
      const answers = [await ask(ana.email), await ask('nobody@purdue.edu'), await ask(removed.email)]
      expect(answers.map(({ status }) => status)).toEqual([expected, expected, expected])
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    }
    await sink.waitForMail({ to: ana.email })
    expect(await club.db.selectFrom('mailOutbox').select('userId').execute()).toEqual([{ userId: ana.id }])
  })

  // Shows: T4
  test('is asked for in the same time for a known and an unknown address (T4)', { timeout: 60_000 }, async () => {
    await using club = await createTestClub(engine)
    skipHashing(club)
    let smallest = Number.POSITIVE_INFINITY
    for (let look = 0; look < 3 && smallest >= 1; look++) {
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let i = 0; i < 20; i++) {
        const emails = { known: (await club.member()).email, unknown: `nobody${look}-${i}@purdue.edu` }
        for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const begun = performance.now()
          expect((await askForReset(club, emails[kind])).statusCode).toBe(200)
          times[kind].push(performance.now() - begun)
        }
      }
      const [known, unknown] = [median(times.known), median(times.unknown)]
      // Noise is 5 ms, or as much as a whole response takes on a busy machine.
      smallest = Math.min(smallest, Math.abs(known - unknown) / Math.max(5, unknown))
    }
    expect(smallest).toBeLessThan(1)
  })
})

describe('a new password by mail, whatever the database', () => {
  test('is refused when it is weak, and the link is still good', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    skipHashing(club)
    const { email } = await club.member()
    const token = await resetMail(club, sink, email)
    for (const weak of ['short', 'password123', 'purdue2026!', '87654321', 'x'.repeat(129)]) {
      const reply = await reset(club, token, weak)
      expect([weak, reply.statusCode, reply.json()]).toEqual([
        weak,
        422,
        { code: 'PASSWORD_WEAK', message: 'The password is too weak.', requestId: reply.headers['x-request-id'] },
      ])
    }
    expect(await signIn(club, email, goodPassword)).toBe(200)
    expect((await reset(club, token)).statusCode).toBe(200)
  })

  test('waits for a server that is too busy, and the link is still good', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: mailBy(sink) })
    const { email } = await club.member()
    const token = await resetMail(club, sink, email)
    const { hashing } = club.ctx
    club.ctx.hashing = { ...hashing, hash: () => Promise.reject(new HashingOverload('too many at once')) }
    const reply = await reset(club, token)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '2'])
    club.ctx.hashing = hashing
    expect((await reset(club, token)).statusCode).toBe(200)
  })

  test('is not asked for at another domain, nor with more than an address', async () => {
    await using club = await createTestClub('sqlite')
    const elsewhere = await askForReset(club, 'ana@evil.com')
    expect([elsewhere.statusCode, elsewhere.json()]).toEqual([
      422,
      {
        code: 'INVALID_EMAIL',
        message: 'Email must end with @purdue.edu',
        requestId: elsewhere.headers['x-request-id'],
      },
    ])
    const { email } = await club.member()
    const more = await post(club, '/request-password-reset', { email, redirectTo: 'https://evil.example' })
    expect(more.statusCode).toBe(400)
    expect(await club.db.selectFrom('mailOutbox').selectAll().execute()).toEqual([])
  })
})

describe('the link in a mail', () => {
  const evil = 'evil.example'
  const forgeries: Record<string, string>[] = [
    ...[evil, `${evil}:3000`, `localhost:3000@${evil}`, `localhost.${evil}`, 'localhost:3000,evil.example', '[::1]'],
    ...['localhost:3000#.evil.example', 'localhost:3000/evil.example', '"evil.example"', '', 'evil.example:80'],
  ].map((host) => ({ host }))
  const headers: Record<string, string>[] = [
    ...forgeries,
    { 'x-forwarded-host': evil },
    { 'x-forwarded-host': `localhost:3000, ${evil}` },
    { 'x-forwarded-server': evil },
    { 'x-forwarded-proto': 'https', 'x-forwarded-host': evil },
    { 'x-forwarded-port': '666' },
    { 'x-host': evil },
    { 'x-original-host': evil },
    { 'x-original-url': `https://${evil}/` },
    { forwarded: `for=192.0.2.1;host=${evil};proto=https` },
    { referer: `https://${evil}/reset` },
  ]

  const proxies: Record<string, string>[] = [{}, { TRUST_PROXY: '1' }]
  // Shows: T9
  test.each(proxies)(`leads home under %j, whichever of ${headers.length} headers was forged (T9)`, async (env) => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub('sqlite', { env: { ...mailBy(sink), ...env } })
    skipHashing(club)
    expect(headers.length).toBeGreaterThanOrEqual(20)
    for (const forged of headers) {
      const { email } = await club.member()
      const reply = await post(club, '/request-password-reset', { email }, forged)
      expect(reply.statusCode).toBe(200)
      await club.visitor().send({
        method: 'POST',
        path: '/rpc/account/signUp',
        body: { json: { email: email.replace('@', '.new@'), password: goodPassword } },
        headers: forged,
      })
    }
    await vi.waitFor(() => expect(sink.mails).toHaveLength(headers.length * 2), 10_000)
    for (const mail of sink.mails) {
      expect(mail.links).toEqual([
        expect.stringMatching(/^http:\/\/localhost:3000\/(verify|reset)#token=[\w-]{43}$/),
        'http://localhost:3000/code',
      ])
      expect(mail.raw).not.toContain('evil')
      expect(mail.raw).not.toContain(':666')
    }
  })
})

function median(times: number[]) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
