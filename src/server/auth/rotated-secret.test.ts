import { expect, test, vi } from 'vitest'
import { askForReset, createClubWithMail, resetPassword } from '#test/support/account-requests.ts'
import { createTestClub, type TestClub } from '#test/support/club.ts'
import { mailBy, tokenOf } from '#test/support/newcomers.ts'

// What docs/troubleshoot.md says about changing AUTH_SECRET (T21), besides what ends then (secrets-end.test.ts).

const newSecret = { AUTH_SECRET: 'another test secret that is long enough 012' }
const restartWithNewSecret = (club: TestClub, env: Record<string, string> = {}) =>
  createTestClub('postgres', { beside: club, env: { ...newSecret, ...env } })

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
