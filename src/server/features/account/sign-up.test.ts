import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, vi } from 'vitest'
import { isWeakFor } from '#server/auth/password-rules.ts'
import { comparable, createClubWithMail, leap, logInStatus, post, refusalOf } from '#test/support/account-requests.ts'
import { breakInserts, mendInserts } from '#test/support/break-inserts.ts'
import { describe, goodPassword, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { tokenOf } from '#test/support/newcomers.ts'

const minute = 60_000
const day = 24 * 60 * minute

const hiding = { club: { passwords: { hideKnownAddresses: true } } }
const sessionsOf = async (club: TestClub) => (await club.db.selectFrom('session').selectAll().execute()).length

describe.each(usualEngines)('signing up (%s)', (engine) => {
  // Shows: 3.1, 3.2, 3.5, 6.2, 7.3, 7.17, 9.23
  test('makes a person without rights and sends them a link, with their address in one spelling', async () => {
    await using club = await createClubWithMail(engine, { hashing: true })
    const typed = ' Ana.Bow@PURDUE.edu\t'
    const reply = await post(club, '/rpc/account/signUp', { json: { email: typed, password: goodPassword } })
    expect(reply.json()).toEqual({ json: {} })
    expect(reply.headers['set-cookie']).toBeUndefined()

    const mail = await club.sink.waitForMail({ to: 'ana.bow@purdue.edu' })
    expect(mail).toMatchObject({ to: ['ana.bow@purdue.edu'], subject: 'Verify your email for Archery Club' })
    expect(mail.links).toEqual([
      expect.stringMatching(/^http:\/\/localhost:3000\/verify#token=[\w-]{43}$/),
      'http://localhost:3000/code',
    ])

    const user = await club.db.selectFrom('user').selectAll().executeTakeFirstOrThrow()
    expect(user).toMatchObject({ email: 'ana.bow@purdue.edu', emailVerified: 0, createdAt: '2026-11-24T22:50:00.000Z' })
    expect(await club.db.selectFrom('member').selectAll().executeTakeFirstOrThrow()).toMatchObject({
      id: user.id,
      role: 'Member',
      hasLoggedIn: 0,
      dayPasses: 0,
      paidPractices: 0,
      pass: 'none',
    })
    expect(await sessionsOf(club)).toBe(0)
    const account = await club.db.selectFrom('account').selectAll().executeTakeFirstOrThrow()
    expect(account).toMatchObject({ userId: user.id, providerId: 'credential' })
    expect(account.password).not.toContain(goodPassword)
    const link = await club.db.selectFrom('verification').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(link)).not.toContain(tokenOf(mail))
  })

  test('refuses an address that is in use or elsewhere beside the field, and changes nothing', async () => {
    await using club = await createClubWithMail(engine)
    const ana = await club.member()
    const before = await club.db.selectFrom('account').selectAll().execute()
    for (const [email, message] of [
      [ana.email, 'This email is already in use.'],
      ['ana@gmail.com', 'Email must end with @purdue.edu'],
    ] as const) {
      const signUp = club.visitor().api.account.signUp({ email, password: 'another good password' })
      expect(await refusalOf(signUp)).toMatchObject({ code: 'INVALID_FIELD', data: { fields: { email: message } } })
    }
    expect(await club.db.selectFrom('account').selectAll().execute()).toEqual(before)
    expect(await club.db.selectFrom('mailOutbox').selectAll().execute()).toEqual([])
  })

  test('with a known address looks like a success if the club hides them, and its owner gets an email', async () => {
    await using club = await createClubWithMail(engine, hiding)
    const ana = await club.member()
    const before = await club.db.selectFrom('account').selectAll().where('userId', '=', ana.id).execute()
    const signUp = (email: string) =>
      post(club, '/rpc/account/signUp', { json: { email, password: 'another good password' } })
    const known = await signUp(ana.email)
    const unknown = await signUp('unknown@purdue.edu')
    expect(comparable(known)).toEqual(comparable(unknown))

    const mail = await club.sink.waitForMail({ to: ana.email })
    expect(mail.subject).toBe('You already have an account for Archery Club')
    expect(mail.links).toEqual(['http://localhost:3000/login'])
    expect(await club.db.selectFrom('account').selectAll().where('userId', '=', ana.id).execute()).toEqual(before)
    // Also for as many known addresses as would otherwise be too many.
    for (let i = 0; i < 39; i++) expect(await signUp((await club.member()).email)).toMatchObject({ statusCode: 200 })
    expect(await signUp('newcomer@purdue.edu')).toMatchObject({ statusCode: 200 })
  })

  // Shows: T7
  test('gives a stranger who signs up someone’s address first nothing when the owner clicks (T7)', async () => {
    await using club = await createClubWithMail(engine)
    const email = 'victim@purdue.edu'
    const [stranger, owner] = [club.visitor('203.0.113.9'), club.visitor('192.0.2.1')]
    const strangerSignsIn = () => logInStatus(club, email, 'the stranger’s password', { ip: '203.0.113.9' })

    await stranger.api.account.signUp({ email, password: 'the stranger’s password' })
    expect(await strangerSignsIn()).toBe(403)
    const lure = tokenOf(await club.sink.waitForMail({ to: email }))
    // The owner takes the email for their own sign-up and enters what they would have chosen.
    const opened = owner.api.account.verify({ token: lure, password: 'the owner’s password', keepSignedIn: false })
    expect(await refusalOf(opened)).toMatchObject({ code: 'INVALID_FIELD' })
    expect(await strangerSignsIn()).toBe(403)

    await club.clock.advance(minute)
    await owner.api.account.signUp({ email, password: 'the owner’s password' })
    expect(await strangerSignsIn()).toBe(401)
    const token = tokenOf(await club.sink.waitForMail({ to: email }))
    for (const password of ['the stranger’s password', 'the owner’s password'])
      expect(await refusalOf(owner.api.account.verify({ token: lure, password, keepSignedIn: false }))).toMatchObject({
        data: { reason: 'link-unknown' },
      })
    const asStranger = { token, password: 'the stranger’s password', keepSignedIn: false }
    expect(await refusalOf(owner.api.account.verify(asStranger))).toMatchObject({ code: 'INVALID_FIELD' })
    await owner.api.account.verify({ token, password: 'the owner’s password', keepSignedIn: false })
    expect(await strangerSignsIn()).toBe(401)
    expect(await sessionsOf(club)).toBe(1)
  })

  test('eight times together with one address makes one person', async () => {
    await using club = await createClubWithMail(engine)
    const signUp = (i: number) =>
      club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: `good password ${i}` })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => refusalOf(signUp(i))))
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === 'TOO_MANY_TRIES')).toHaveLength(7)
    for (const table of ['user', 'account', 'member', 'verification', 'mailOutbox'] as const)
      expect(await club.db.selectFrom(table).select('id').execute()).toHaveLength(1)
  })

  // Shows: 8.9
  test('writes all rows or none', async () => {
    await using club = await createClubWithMail(engine)
    const signUp = () => club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: goodPassword })
    for (const table of ['user', 'account', 'member', 'verification', 'mail_outbox']) {
      await breakInserts(club, table)
      expect([table, await refusalOf(signUp())]).toEqual([table, expect.objectContaining({ status: 500 })])
      for (const each of ['user', 'account', 'member', 'verification', 'mailOutbox', 'rateLimit'] as const)
        expect(await club.db.selectFrom(each).selectAll().execute()).toEqual([])
      await mendInserts(club, table)
    }
    await signUp()
    await club.sink.waitForMail({ to: 'ana@purdue.edu' })
  })

  // Shows: T7
  test('is deleted two days after the last link if it was never verified', async () => {
    await using club = await createClubWithMail(engine)
    await club.member({ email: 'stays@purdue.edu' })
    const left = await club.member()
    await left.api.account.delete({ password: goodPassword })
    const erased = `erased ${left.id}`
    const { api } = club.visitor()
    await api.account.signUp({ email: 'forgets@purdue.edu', password: goodPassword })
    await api.account.signUp({ email: 'returns@purdue.edu', password: goodPassword })
    const emails = async () =>
      (await club.db.selectFrom('user').select('email').orderBy('email').execute()).map(({ email }) => email)
    const passTime = async (ms: number) => {
      leap(club, ms)
      await club.clock.advance(minute)
    }

    await passTime(1.5 * day)
    expect(await emails()).toEqual([erased, 'forgets@purdue.edu', 'returns@purdue.edu', 'stays@purdue.edu'])
    await api.account.resendVerification({ email: 'returns@purdue.edu' })
    await passTime(1.5 * day)
    expect(await emails()).toEqual([erased, 'returns@purdue.edu', 'stays@purdue.edu'])
    await passTime(1 * day)
    expect(await emails()).toEqual([erased, 'stays@purdue.edu'])
    expect(await club.db.selectFrom('account').selectAll().execute()).toHaveLength(1)
    expect(await club.db.selectFrom('member').selectAll().execute()).toHaveLength(2)
    expect(await club.db.selectFrom('verification').selectAll().execute()).toEqual([])
  })
})

describe('the address of a sign-up', () => {
  // Shows: T6, ASVS 1.3.11
  test('of hundreds of shapes is stored only if it is plain, ours, and the one that gets the email (T6)', {
    timeout: 60_000,
  }, async () => {
    await using club = await createClubWithMail('sqlite')
    const shapes = prefixes.flatMap((prefix) => suffixes.map((suffix) => prefix + suffix))
    const statuses = new Map<number, number>()
    for (const [i, email] of shapes.entries()) {
      const json = { email, password: goodPassword }
      const reply = await post(club, '/rpc/account/signUp', { json }, { ip: `10.0.${i >> 8}.${i & 255}` })
      statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
    }
    const stored = (await club.db.selectFrom('user').select('email').execute()).map(({ email }) => email)
    const plain = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@purdue\.edu$/
    expect(stored.filter((email) => !plain.test(email))).toEqual([])
    // 400: with a NUL in it. 429: another spelling of an address that signed up a moment ago.
    expect([...statuses.keys()].sort()).toEqual([200, 400, 422, 429])
    expect(statuses.get(200)).toBe(stored.length)
    expect(stored.length).toBeGreaterThan(3)
    expect(statuses.get(422)).toBeGreaterThan(shapes.length / 2)
    await vi.waitFor(() => expect(club.sink.mails.length).toBe(stored.length), 30_000)
    expect(club.sink.mails.flatMap(({ to }) => to).sort()).toEqual(stored.sort())
  })
})

describe('the password of a sign-up', () => {
  // Shows: T17, ASVS 6.2.4
  test('is none of the 3,000 most common ones, as they are or in capitals (T17)', async ({ club }) => {
    const tried = dictionary['passwords-common'].map(String).filter((password) => password.length >= 8)
    const accepted: string[] = []
    for (const [i, password] of tried.slice(0, 3000).entries()) {
      const spelled = i % 2 ? password : password.toUpperCase()
      if (!(await isWeakFor(club.ctx.club, spelled))) accepted.push(spelled)
    }
    expect([tried.length >= 3000, accepted]).toEqual([true, []])
    const signUp = club.visitor().api.account.signUp({ email: 'ana@purdue.edu', password: 'IloveYou' })
    expect(await refusalOf(signUp)).toMatchObject({ data: { fields: { password: 'The password is too weak.' } } })
    expect(await club.db.selectFrom('user').selectAll().execute()).toEqual([])
  })
})

const prefixes = [
  ...['b', 'ana.bow', "o'brien", 'ana+x'],
  ...['ana', 'Ana Bow <ana', '"ana', '"ana"', 'ana(', '(ana)', '.ana', 'ana.', 'an..a', 'an a', 'an\na', 'an\r\na'],
  ...['an\0a', 'aná', 'аna', 'ａｎａ', 'ana\u200b', '', ' ', '@', 'ana@', 'ana@evil.com,b', 'ana@evil.com\r\n', '<ana'],
]
const suffixes = [
  ...['@purdue.edu', '@PURDUE.edu'],
  ...['@evil.com', '@purdue.edu.evil.com', '@evil.com@purdue.edu', '@purdue.edu,x@evil.com'],
  ...['@purdue.edu\r\nx@evil.com', 'ana@evil.com\r\n@purdue.edu'],
  ...['@purdue.edu.', '@.purdue.edu', '@purdue..edu', '@purdue.edu\0', '@purdue.edu>', '＠purdue.edu', '@purduе.edu'],
  ...['@[127.0.0.1]', '@purdue.edu(c)', '@@purdue.edu', '@cs.purdue.edu', '@purdue。edu', '@purdue.edu;evil.com'],
]
