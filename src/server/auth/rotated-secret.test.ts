import { expect, test, vi } from 'vitest'
import { createTestClub, goodPassword, type TestClub } from '#test/support/club.ts'
import { finishedWizard } from '#test/support/races.ts'
import { startSmtpSink } from '#test/support/smtp-sink.ts'
import { identifierOf, linkCode, newLink } from './email-tokens.ts'

// What docs/troubleshoot.md says about changing AUTH_SECRET (T21): the club is started again with a new one.

const newSecret = { AUTH_SECRET: 'another test secret that is long enough 012' }
const startedAnew = (club: TestClub, env: Record<string, string> = {}) =>
  createTestClub('postgres', { beside: club, env: { ...newSecret, ...env } })

test('a new secret signs everyone out; passwords, and links that have been mailed, still work, their codes no longer', async () => {
  await using club = await createTestClub('postgres')
  const [ana, ben] = [await club.member(), await club.member({ keep: true })]
  const token = await club.ctx.write((tx) => newLink(tx, 'reset', ben.id, club.clock.now()))
  await using anew = await startedAnew(club)
  for (const { cookie } of [ana, ben]) expect((await anew.caller(cookie).api.session.get()).person).toBeNull()
  const post = (path: string, body: object) => anew.visitor().send({ method: 'POST', path: `/api/auth/${path}`, body })
  expect((await post('sign-in/email', { email: ana.email, password: goodPassword })).statusCode).toBe(200)
  const code = linkCode(club.ctx.secrets, identifierOf('reset', token))
  const entered = (asked: TestClub) =>
    asked
      .visitor()
      .api.account.enterCode({ email: ben.email, code })
      .then(
        ({ kind }) => kind,
        ({ data }) => data.reason,
      )
  expect([await entered(anew), await entered(club)]).toEqual(['code-wrong', 'reset'])
  expect((await post('reset-password', { token, newPassword: 'a brand new password' })).statusCode).toBe(200)
})

test('a mail that waits for the mail server when the secret changes is given up, and holds up none that comes later', async () => {
  await using sink = await startSmtpSink()
  const env = { SMTP_URL: sink.url, MAIL_FROM: 'Archery Club <archery@example.edu>' }
  await sink.fail('refuse')
  await using club = await createTestClub('postgres', { env })
  const ana = await club.member()
  const askForReset = (asked: TestClub) =>
    asked.visitor().send({ method: 'POST', path: '/api/auth/request-password-reset', body: { email: ana.email } })
  const rows = () =>
    club.db.selectFrom('mailOutbox').select(['lastError', 'failedAt', 'sealed']).orderBy('createdAt').execute()
  await askForReset(club)
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ lastError: /ECONNREFUSED/ }]))
  await club.ctx.outbox.stop()
  await sink.fail()
  await using anew = await startedAnew(club, env)
  anew.clock.set(new Date(club.clock.now() + 60_000).toISOString())
  await askForReset(anew)
  const mail = await sink.waitForMail({ to: ana.email })
  expect(sink.mails).toHaveLength(1)
  expect(await rows()).toMatchObject([
    { lastError: 'it was encrypted with a different AUTH_SECRET', failedAt: expect.any(String), sealed: null },
    { lastError: null, failedAt: null },
  ])
  const token = mail.links[0]?.split('#token=')[1]
  const body = { token, newPassword: 'a brand new password' }
  expect((await anew.visitor().send({ method: 'POST', path: '/api/auth/reset-password', body })).statusCode).toBe(200)
})

test('a mailbox that has had its welcome passes is not known again', async () => {
  await using club = await createTestClub('postgres')
  const welcome = async (where: TestClub) => {
    const newcomer = await where.member({ email: `ana+${where.ctx.secrets.mark}@purdue.edu`, hasLoggedIn: 0 })
    return (await newcomer.api.welcome.finish(finishedWizard)).dayPasses
  }
  expect(await welcome(club)).toBe(2)
  await using anew = await startedAnew(club)
  expect(await welcome(anew)).toBe(2)
})

test('a calendar link leads nowhere any more, is not shown, and a new one can be had', async () => {
  await using club = await createTestClub('postgres')
  const ana = await club.member()
  await ana.api.calendarFeed.create({})
  const before = await ana.api.calendarFeed.get()
  await using anew = await startedAnew(club)
  const read = async (url = '') => {
    const reply = await anew.visitor().send({ method: 'GET', path: new URL(url).pathname })
    return reply.statusCode
  }
  expect(await read(before.feed?.url)).toBe(404)
  const reply = await anew.visitor().send({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body: { email: ana.email, password: goodPassword },
  })
  const { api } = anew.caller(String(reply.headers['set-cookie']).split(';')[0] ?? '')
  expect(await api.calendarFeed.get()).toEqual({ feed: null, wasReset: true })
  await api.calendarFeed.create({})
  const after = await api.calendarFeed.get()
  expect(await read(after.feed?.url)).toBe(200)
})
