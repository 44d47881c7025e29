// Shows: B4

import { describe, expect, test, vi } from 'vitest'
import { leap } from '#test/support/account-requests.ts'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { mailBy, type SmtpSink, startSmtpSink } from '#test/support/smtp-sink.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const requests = 64

const hiding = { passwords: { hideKnownAddresses: true } }
const localOf = (email = '') => email.replace(/[+@].*/, '').toLowerCase()
const mailsTo = ({ mails }: SmtpSink, email: string) => mails.filter(({ to }) => localOf(to[0]) === localOf(email))

/** Sends every kind of request that triggers an email, in every spelling of the address, spread over an hour. */
async function bombard(club: TestClub, sink: SmtpSink, email: string) {
  const spellings = [email, email.toUpperCase(), ` ${email} `]
  for (let i = 0; i < requests; i++) {
    const { api, send } = club.visitor(`198.51.100.${i}`)
    const spelled = [...spellings, email.replace('@', `+${i}@`)][i % 4] ?? email
    const token = mailsTo(sink, email).at(-1)?.links[0]?.split('#token=')[1] ?? 'x'.repeat(43)
    const kinds = [
      () => api.account.signUp({ email: spelled, password: goodPassword }),
      () => api.account.resendVerification({ email: spelled }),
      () => send({ method: 'POST', path: '/api/auth/request-password-reset', body: { email: spelled } }),
      () => api.account.resendExpired({ token }),
    ]
    // Combines each kind with each spelling.
    await kinds[(i >> 2) % 4]?.().catch(() => {})
    // Long enough for the email to leave; running every timer of the hour would take a minute.
    await club.clock.advance(second)
    leap(club, hour / requests - second)
  }
}

describe.each(usualEngines)('mails to one mailbox (%s)', (engine) => {
  // Shows: T89
  test('are five an hour and those of one kind a minute apart, whatever is asked for under whichever spelling (T89)', async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { club: hiding, env: mailBy(sink) })
    club.ctx.hashing = { hash: async () => 'plain', verify: async () => false }
    const member = await club.member()
    for (const email of [member.email, 'victim@purdue.edu']) {
      const before = club.clock.now()
      await bombard(club, sink, email)
      const rows = await club.db
        .selectFrom('mailOutbox')
        .select(['createdAt', 'kind'])
        .where('createdAt', '>=', new Date(before).toISOString())
        .orderBy('createdAt')
        .execute()
      const resets = Map.groupBy(rows, ({ kind }) => kind === 'reset')
      const gaps = [...resets.values()].flatMap((each) => {
        const times = each.map(({ createdAt }) => Date.parse(createdAt))
        return times.slice(1).map((time, i) => time - (times[i] ?? 0))
      })
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBeLessThanOrEqual(5)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute)
      await vi.waitFor(() => expect(mailsTo(sink, email)).toHaveLength(rows.length))
      leap(club, hour)
    }
  })

  const reset = (club: TestClub, email: string) =>
    club.visitor().send({ method: 'POST', path: '/api/auth/request-password-reset', body: { email } })
  const kindsTo = async (club: TestClub) =>
    (await club.db.selectFrom('mailOutbox').select('kind').orderBy('createdAt').execute()).map(({ kind }) => kind)

  // Shows: T5
  test('for a reset or another link, asked for by others where there is no account, leave its sign-up the own ones', async () => {
    await using club = await createTestClub(engine, { club: hiding })
    const email = 'newcomer@purdue.edu'
    for (let i = 0; i < 5; i++) {
      expect((await reset(club, email)).statusCode).toBe(200)
      await club.visitor().api.account.resendVerification({ email })
      await club.clock.advance(minute)
    }
    expect((await reset(club, email)).statusCode).toBe(429)
    expect(await kindsTo(club)).toEqual([])
    await club.visitor().api.account.signUp({ email, password: goodPassword })
    expect(await kindsTo(club)).toEqual(['verify'])
  })

  // Shows: T4
  test('for a reset tell no one who has an account, by how many are left after or before a sign-up (T4)', async () => {
    await using club = await createTestClub(engine, { club: hiding })
    club.ctx.hashing = { hash: async () => 'plain', verify: async () => false }
    const { email: known } = await club.member()
    const patterns = ['rrrrrrs', 'ssssssr', 'rrrssrrrs', 'srsrsrsrsrsr']
    for (const [n, pattern] of patterns.entries()) {
      const answers = []
      for (const email of [known, `unknown${n}@purdue.edu`]) {
        let said = ''
        for (const step of pattern) {
          const path = step === 'r' ? '/api/auth/request-password-reset' : '/api/v1/account/sign-up'
          const body = step === 'r' ? { email } : { email, password: goodPassword }
          said += `${(await club.visitor().send({ method: 'POST', path, body })).statusCode} `
          leap(club, minute)
        }
        answers.push(said)
        leap(club, hour)
      }
      expect(answers[0]).toBe(answers[1])
    }
  })
})
