import { describe, expect, test, vi } from 'vitest'
import { createTestClub, goodPassword, type TestClub, usualEngines } from '#test/support/club.ts'
import { type SmtpSink, startSmtpSink } from '#test/support/smtp-sink.ts'

const minute = 60_000
const hour = 60 * minute
const many = process.env.QUIVER_MANY === '1'
const requests = many ? 1000 : 64

const hiding = { passwords: { hideKnownAddresses: true } }
const mailBy = (sink: SmtpSink) => ({ SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' })
const localOf = (email = '') => email.replace(/[+@].*/, '').toLowerCase()
const mailsTo = ({ mails }: SmtpSink, email: string) => mails.filter(({ to }) => localOf(to[0]) === localOf(email))

/** One request after the other of every kind that has a mail sent, in every spelling, spread over an hour. */
async function bombard(club: TestClub, sink: SmtpSink, email: string) {
  const spellings = [email, email.toUpperCase(), ` ${email} `]
  for (let i = 0; i < requests; i++) {
    const { api, send } = club.visitor(`198.51.${i >> 8}.${i & 255}`)
    const spelled = [...spellings, email.replace('@', `+${i}@`)][i % 4] ?? email
    const token = mailsTo(sink, email).at(-1)?.links[0]?.split('#token=')[1] ?? 'x'.repeat(43)
    const kinds = [
      () => api.account.signUp({ email: spelled, password: goodPassword }),
      () => api.account.resendVerification({ email: spelled }),
      () => send({ method: 'POST', path: '/api/auth/request-password-reset', body: { email: spelled } }),
      () => api.account.resendExpired({ token }),
    ]
    // Each kind comes in each spelling.
    await kinds[(i >> 2) % 4]?.().catch(() => {})
    await club.clock.advance(hour / requests)
  }
}

describe.each(usualEngines)('mails to one mailbox (%s)', (engine) => {
  test('are five an hour and a minute apart, whatever is asked for under whichever spelling (T89)', {
    timeout: 60_000,
  }, async () => {
    await using sink = await startSmtpSink()
    await using club = await createTestClub(engine, { club: hiding, env: mailBy(sink) })
    club.parts.hashing = { hash: async () => 'plain', verify: async () => false }
    const member = await club.member()
    for (const email of [member.email, 'victim@purdue.edu']) {
      const before = club.clock.now()
      await bombard(club, sink, email)
      const rows = await club.db
        .selectFrom('mailOutbox')
        .select('createdAt')
        .where('createdAt', '>=', new Date(before).toISOString())
        .orderBy('createdAt')
        .execute()
      const times = rows.map(({ createdAt }) => Date.parse(createdAt))
      const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0))
      expect(rows.length).toBeGreaterThan(0)
      expect(rows.length).toBeLessThanOrEqual(5)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute)
      await vi.waitFor(() => expect(mailsTo(sink, email)).toHaveLength(rows.length))
      await club.clock.advance(hour)
    }
  })
})
