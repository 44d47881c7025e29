import { expect, test } from 'vitest'
import { createTestClub, tuesdayEvening, usualEngines } from '#test/support/club.ts'
import { createAccount, openSession, setPassword } from './accounts.ts'

const anId = expect.stringMatching(/^[a-zA-Z0-9]{32}$/)
const signedUpAt = '2026-11-24T22:00:00.000Z'
const nothing = { accessToken: null, refreshToken: null, idToken: null, scope: null }
const noTimes = { accessTokenExpiresAt: null, refreshTokenExpiresAt: null }

/** Checks every column, because the previous release, which used a library for this, reads these rows during an update. */
test.each(usualEngines)('an account, a new password, and a session are stored as ever, on %s', async (engine) => {
  await using club = await createTestClub(engine)
  const { db } = club.ctx.database
  const id = await club.ctx.write((tx) =>
    createAccount(tx, { email: 'ana@purdue.edu', passwordHash: 'one', now: signedUpAt }),
  )
  const times = { createdAt: signedUpAt, updatedAt: signedUpAt }
  const user = { id, name: '', email: 'ana@purdue.edu', emailVerified: 0, image: null, ...times }
  expect(id).toEqual(anId)
  expect(await db.selectFrom('user').selectAll().execute()).toStrictEqual([user])
  const owner = { accountId: id, userId: id, providerId: 'credential' }
  const account = { id: anId, ...owner, password: 'one', ...nothing, ...noTimes, ...times }
  expect(await db.selectFrom('account').selectAll().execute()).toStrictEqual([account])

  await club.ctx.write((tx) =>
    createAccount(tx, { id: 'ben', email: 'ben@x.edu', passwordHash: 'his', now: signedUpAt }),
  )
  await club.ctx.write((tx) => setPassword(tx, club.ctx, id, 'two'))
  const changed = { ...account, password: 'two', updatedAt: tuesdayEvening }
  const bens = { ...account, accountId: 'ben', userId: 'ben', password: 'his' }
  const accounts = await db.selectFrom('account').selectAll().orderBy('password', 'desc').execute()
  expect(accounts).toStrictEqual([changed, bens])

  const nowMs = club.clock.now()
  await club.ctx.write((tx) => openSession(tx, club.ctx, { userId: id, keep: true, userAgent: 'Firefox', nowMs }))
  const now = tuesdayEvening
  expect(await db.selectFrom('session').selectAll().execute()).toStrictEqual([
    {
      id: anId,
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      userId: id,
      expiresAt: '2026-12-24T22:50:00.000Z',
      createdAt: now,
      updatedAt: now,
      ipAddress: '',
      userAgent: 'Firefox',
      lastActiveAt: now,
      kept: 1,
      passwordAt: now,
    },
  ])
})
