import { expect, test, vi } from 'vitest'
import {
  askForReset,
  createClubWithMail,
  logInStatus,
  resetLink,
  resetPassword,
} from '#test/support/account-requests.ts'
import { createTestClub, type TestClub } from '#test/support/club.ts'
import { mailBy, tokenOf } from '#test/support/newcomers.ts'
import { finishedWizard } from '#test/support/races.ts'
import { identifierOf, linkCode } from './email-tokens.ts'

// What docs/troubleshoot.md says about changing AUTH_SECRET (T21): the club is started again with a new one.

const newSecret = { AUTH_SECRET: 'another test secret that is long enough 012' }
const restartWithNewSecret = (club: TestClub, env: Record<string, string> = {}) =>
  createTestClub('postgres', { beside: club, env: { ...newSecret, ...env } })

test('a new secret logs everyone out and voids codes, but not passwords and emailed links', async () => {
  await using club = await createTestClub('postgres')
  const [ana, ben] = [await club.member(), await club.member({ keep: true })]
  const token = await resetLink(club, ben.id)
  await using restarted = await restartWithNewSecret(club)
  for (const { cookie } of [ana, ben]) expect((await restarted.caller(cookie).api.session.get()).person).toBeNull()
  expect(await logInStatus(restarted, ana.email)).toBe(200)
  const code = linkCode(club.ctx.secrets, identifierOf('reset', token))
  const entered = (asked: TestClub) =>
    asked
      .visitor()
      .api.account.enterCode({ email: ben.email, code })
      .then(
        ({ kind }) => kind,
        ({ data }) => data.reason,
      )
  expect([await entered(restarted), await entered(club)]).toEqual(['code-wrong', 'reset'])
  expect((await resetPassword(restarted, token)).statusCode).toBe(200)
})

test('an email that is waiting when the secret changes is given up, and doesn’t delay later ones', async () => {
  await using club = await createClubWithMail('postgres', { hashing: true })
  const { sink } = club
  await sink.fail('refuse')
  const ana = await club.member()
  const rows = () =>
    club.db.selectFrom('mailOutbox').select(['lastError', 'failedAt', 'sealed']).orderBy('createdAt').execute()
  await askForReset(club, ana.email)
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ lastError: /ECONNREFUSED/ }]))
  await club.ctx.outbox.stop()
  await sink.fail()
  await using restarted = await restartWithNewSecret(club, mailBy(sink))
  restarted.clock.set(new Date(club.clock.now() + 60_000).toISOString())
  await askForReset(restarted, ana.email)
  const mail = await sink.waitForMail({ to: ana.email })
  expect(sink.mails).toHaveLength(1)
  expect(await rows()).toMatchObject([
    { lastError: 'it was encrypted with a different AUTH_SECRET', failedAt: expect.any(String), sealed: null },
    { lastError: null, failedAt: null },
  ])
  expect((await resetPassword(restarted, tokenOf(mail))).statusCode).toBe(200)
})

test('a mailbox that had its welcome passes isn’t recognized after the secret changes', async () => {
  await using club = await createTestClub('postgres')
  const welcome = async (where: TestClub) => {
    const newcomer = await where.member({ email: `ana+${where.ctx.secrets.mark}@purdue.edu`, hasLoggedIn: 0 })
    return (await newcomer.api.welcome.finish(finishedWizard)).dayPasses
  }
  expect(await welcome(club)).toBe(2)
  await using restarted = await restartWithNewSecret(club)
  expect(await welcome(restarted)).toBe(2)
})

test('a calendar link stops working when the secret changes, and a new one can be created', async () => {
  await using club = await createTestClub('postgres')
  const ana = await club.member()
  await ana.api.calendarFeed.create({})
  const before = await ana.api.calendarFeed.get()
  await using restarted = await restartWithNewSecret(club)
  const read = async (url = '') => {
    const reply = await restarted.visitor().send({ method: 'GET', path: new URL(url).pathname })
    return reply.statusCode
  }
  expect(await read(before.feed?.url)).toBe(404)
  const { api } = await restarted.loggedIn(ana.email)
  expect(await api.calendarFeed.get()).toEqual({ feed: null, wasReset: true })
  await api.calendarFeed.create({})
  const after = await api.calendarFeed.get()
  expect(await read(after.feed?.url)).toBe(200)
})
