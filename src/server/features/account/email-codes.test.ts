import { expect } from 'vitest'
import { codeKinds, readCode, showCode } from '#domain/email-code.ts'
import { mailKinds } from '#domain/notifications.ts'
import { identifierOf, linkCode, newLink, resetLinkMinutes } from '#server/auth/email-tokens.ts'
import { unsubscribeCode, unsubscribeToken } from '#server/features/notifications/preferences.ts'
import {
  askForReset,
  createClubWithMail,
  leap,
  post,
  refusalOf,
  resetPassword,
} from '#test/support/account-requests.ts'
import { allRows } from '#test/support/all-rows.ts'
import { describe, goodPassword, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { tokenOf } from '#test/support/newcomers.ts'
import type { Mail } from '#test/support/smtp-sink.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { codesKey } from './email-codes.ts'

const minute = 60_000
const hour = 60 * minute
const ana = 'ana@purdue.edu'
const wrong = 'WWWW-2222'

const codeIn = ({ text }: Mail) => /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec(text)?.[0] ?? ''
const enter = (club: TestClub, code: string, { email = ana, ip = '198.51.100.1' } = {}) =>
  club.visitor(ip).api.account.enterCode({ email, code })

/** What a code opens, or why it is refused. */
const said = (club: TestClub, code: string, from: { email?: string; ip?: string } = {}) =>
  enter(club, code, from).then(
    ({ kind, expired }) => (expired ? `${kind} expired` : kind),
    ({ code, data }) => data?.reason ?? code,
  )

/** Creates a link. @returns its token, and the code that its email would contain */
async function link(club: TestClub, kind: 'verify' | 'reset', id: string) {
  const token = await club.ctx.write((tx) => newLink(tx, kind, id, club.clock.now()))
  return { token, code: showCode(linkCode(club.ctx.secrets, identifierOf(kind, token))) }
}

const verify = (club: TestClub, token: string, password = goodPassword) =>
  club.visitor().api.account.verify({ token, password, keepSignedIn: false })

const reset = async (club: TestClub, token: string) => (await resetPassword(club, token)).statusCode

const dataOf = async (call: Promise<unknown>) => (await refusalOf(call)).data

describe.each(usualEngines)('the code in an email (%s)', (engine) => {
  test('verifies an address like its link: it asks for the password, and both are used up together', async () => {
    await using club = await createClubWithMail(engine)
    await club.visitor().api.account.signUp({ email: ana, password: goodPassword })
    const mail = await club.sink.waitForMail({ to: ana })
    const code = codeIn(mail)
    expect(mail.html).toContain(code)
    for (const typed of [code, code.toLowerCase(), ` ${code.replace('-', ' ')} `, code.replace('-', '')])
      expect(await said(club, typed)).toBe('verify')
    const { token } = await enter(club, code)
    expect(await dataOf(verify(club, token, 'not the password'))).toMatchObject({ fields: {} })
    expect(await said(club, code)).toBe('verify')
    expect(await verify(club, token)).toEqual({ hasLoggedIn: false })
    expect(await said(club, code)).toBe('code-wrong')
    for (const used of [token, tokenOf(mail)])
      expect(await dataOf(verify(club, used))).toEqual({ reason: 'link-unknown' })
  })

  // Shows: T9
  test('of a reset lets a person choose a new password once, and nothing else, and is used up with its link', async () => {
    await using club = await createClubWithMail(engine)
    const { email, api } = await club.member()
    await askForReset(club, email)
    const mail = await club.sink.waitForMail({ to: email })
    const code = codeIn(mail)
    const { kind, token, expired } = await enter(club, code, { email })
    expect([kind, expired]).toEqual(['reset', false])
    // No one is logged out and nothing changes until a new password is chosen.
    expect((await api.session.get()).person?.email).toBe(email)
    for (const act of [() => verify(club, token), () => club.visitor().api.newsMails.stop({ token })])
      expect(await dataOf(act())).toEqual({ reason: 'link-unknown' })
    const exchanged = await enter(club, code, { email })
    expect([await reset(club, exchanged.token), await reset(club, token), await reset(club, tokenOf(mail))]).toEqual([
      ...[200, 400, 400],
    ])
    expect((await api.session.get()).person).toBeNull()
    expect(await said(club, code, { email })).toBe('code-wrong')
  })

  test.for(mailKinds)(
    'below news (%s) turns off the same as its link, every time it is typed',
    async (news, { club, ana: member }) => {
      const { secrets } = club.ctx
      const code = unsubscribeCode(secrets, member.id, news)
      for (let i = 0; i < 7; i++) {
        const { kind, token } = await enter(club, code, { email: member.email })
        expect(kind).toBe('unsubscribe')
        expect(await club.visitor().api.newsMails.stop({ token })).toEqual({ news })
      }
      const byCode = (await member.api.profile.get()).news
      await member.api.profile.setNews({ news, way: 'mail', wanted: true })
      await club.visitor().api.newsMails.stop({ token: unsubscribeToken(secrets, member.id, news) })
      expect((await member.api.profile.get()).news).toEqual(byCode)
      const off = mailKinds.filter((each) => !byCode[each].mail)
      expect(off).toEqual([news])
    },
  )

  test('is for one address, expires with its link, and is replaced by the next email of its kind', async () => {
    await using club = await createClubWithMail(engine)
    const { id, email } = await club.member()
    const { code } = await link(club, 'reset', id)
    leap(club, resetLinkMinutes * minute - 1)
    expect(await said(club, code, { email })).toBe('reset')
    leap(club, 1)
    expect(await said(club, code, { email })).toBe('reset expired')
    const { token } = await enter(club, code, { email })
    expect(await reset(club, token)).toBe(400)
    await club.visitor().api.account.resendExpired({ token })
    const next = codeIn(await club.sink.waitForMail({ to: email }))
    expect(await said(club, next, { email })).toBe('reset')
    expect(await said(club, next, { email: (await club.member()).email })).toBe('code-wrong')
    expect(await said(club, code, { email })).toBe('code-wrong')
    // An email of another kind leaves it valid.
    await link(club, 'verify', id)
    expect(await said(club, next, { email: ` ${email.toUpperCase()} ` })).toBe('reset')
  })

  test('is stored nowhere, nor is the token it is exchanged for', async () => {
    await using club = await createClubWithMail(engine)
    await club.sink.fail('refuse')
    const { email } = await club.member()
    await askForReset(club, email)
    const stored = async () =>
      JSON.stringify([await allRows(club), await club.db.selectFrom('mailOutbox').selectAll().execute()])
    const whileItWaits = await stored()
    await club.sink.fail()
    await club.clock.advance(5000)
    const code = codeIn(await club.sink.waitForMail({ to: email }))
    const { token } = await enter(club, code, { email })
    for (const text of [whileItWaits, await stored()])
      for (const secret of [code, readCode(code) ?? code, token])
        expect(text.toUpperCase()).not.toContain(secret.toUpperCase())
  })
})

describe.each(usualEngines)('guessing codes (%s)', (engine) => {
  // Shows: T9
  test('ends after five wrong ones, of which right ones are none: even the right one is refused until a new email', async () => {
    await using club = await createClubWithMail(engine)
    const { id, email } = await club.member()
    const { code, token } = await link(club, 'reset', id)
    for (let i = 0; i < 5; i++) {
      expect(await said(club, code, { email })).toBe('reset')
      expect(await said(club, wrong, { email })).toBe('code-wrong')
    }
    for (const ip of ['198.51.100.1', '203.0.113.9']) expect(await said(club, code, { email, ip })).toBe('code-void')
    // For as long as the link is valid. Its owner has the email, so the link still works for them.
    leap(club, resetLinkMinutes * minute - 1)
    expect(await said(club, code, { email })).toBe('code-void')
    expect(await said(club, unsubscribeCode(club.ctx.secrets, id, 'place'), { email })).toBe('code-void')

    await askForReset(club, email)
    const next = codeIn(await club.sink.waitForMail({ to: email }))
    expect(await said(club, code, { email })).toBe('code-wrong')
    expect(await said(club, next, { email })).toBe('reset')
    // The counts of other kinds of code are not reset.
    expect(await said(club, unsubscribeCode(club.ctx.secrets, id, 'place'), { email })).toBe('code-wrong')
    expect(await reset(club, token)).toBe(400)
  })

  // Shows: T9
  test('thirty together count as five, but not without the transaction (negative control)', async ({ club, ben }) => {
    const guess = async (email: string) => {
      const tries = Array.from({ length: 30 }, (_, i) => said(club, wrong, { email, ip: `198.51.100.${i}` }))
      return (await Promise.all(tries)).filter((answer) => answer === 'code-wrong').length
    }
    const { id, email } = await club.member()
    const { code } = await link(club, 'reset', id)
    expect(await guess(email)).toBe(5)
    expect(await said(club, code, { email })).toBe('code-void')
    expect(await guess('unknown@purdue.edu')).toBe(5)
    removeGuard(club)
    expect(await guess(ben.email)).toBeGreaterThan(5)
  })

  // Shows: T9
  test('doesn’t tell who has an account: responses, counts, and what is written are alike', async ({ club }) => {
    const [{ id, email }, unverified] = [await club.member(), await club.member({ verified: false })]
    await link(club, 'reset', id)
    await link(club, 'verify', unverified.id)
    const ask = async (whose: string) => {
      const answers = []
      for (let i = 0; i < 7; i++) {
        const reply = await post(club, '/rpc/account/enterCode', { json: { email: whose, code: wrong } })
        answers.push([reply.statusCode, reply.json().json.message])
      }
      const keys = codeKinds.map((kind) => codesKey(club.ctx, kind, whose))
      const rows = await club.db.selectFrom('rateLimit').select(['key', 'hits']).where('key', 'in', keys).execute()
      return { answers, counts: rows.map(({ hits }) => JSON.parse(hits).length) }
    }
    const known = await ask(email)
    expect(known.counts).toEqual([5, 5, 5])
    for (const other of [unverified.email, 'unknown@purdue.edu']) expect(await ask(other)).toEqual(known)
    // Requesting an email for an unknown address resets the count, too.
    await askForReset(club, 'unknown@purdue.edu')
    expect(await said(club, wrong, { email: 'unknown@purdue.edu' })).toBe('code-wrong')
  })

  test('from one network ends after 120 wrong ones an hour, except for one right one', async ({ club }) => {
    const { id, email } = await club.member()
    const { code } = await link(club, 'reset', id)
    const guessedAt = await club.member()
    const { code: guessed } = await link(club, 'reset', guessedAt.id)
    for (let i = 0; i < 5; i++) await said(club, wrong, { email: guessedAt.email })
    for (let i = 5; i < 120; i++) await said(club, wrong, { email: `m${i % 40}@purdue.edu` })
    expect(await said(club, wrong, { email: 'm99@purdue.edu' })).toBe('TOO_MANY_TRIES')
    const before = await allRows(club)
    // Each address has one spare attempt, but none if its own attempts are used up.
    expect(await said(club, guessed, { email: guessedAt.email })).toBe('TOO_MANY_TRIES')
    expect(await said(club, code, { email })).toBe('reset')
    expect(await said(club, code, { email })).toBe('TOO_MANY_TRIES')
    expect(await allRows(club)).toEqual(before)
    expect(await said(club, code, { email, ip: '203.0.113.9' })).toBe('reset')
    leap(club, hour)
    expect(await said(club, wrong, { email })).toBe('code-wrong')
  })
})
