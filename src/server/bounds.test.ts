// Shows: B9

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Operation, policies } from '#contract/policies.ts'
import { firstSetup } from '#domain/scorecards/setup-choices.ts'
import { maxAuditRows } from '#server/features/audit/save-audit.ts'
import { countRows } from '#test/support/all-rows.ts'
import { createTestClub, goodPassword, type TestMember, usualEngines } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { aDevice } from '#test/support/devices.ts'
import { storeFile, storeImport } from '#test/support/store.ts'
import { waysIn, writers } from '#test/support/transports.ts'
import { mostStored } from './http/idempotent-write.ts'

/** For visitors, more than any limit per network; for members, enough to notice one row per request. */
const times = { visitor: 320, member: 60 }
const email = (n: number) => `no-one-${n}@purdue.edu`
const token = () => randomUUID().replaceAll('-', '').padEnd(43, 'x')

const cardId = 'card-of-one-who'

/** The input of the n-th request: each one differs where that could add a row. */
const inputs: Partial<Record<Operation, (n: number, practiceId: string) => object>> = {
  'account.signUp': (n) => ({ email: email(n), password: goodPassword }),
  'account.verify': () => ({ token: token(), password: goodPassword, keepSignedIn: true }),
  'account.resendVerification': (n) => ({ email: email(n) }),
  'account.resendExpired': () => ({ token: token() }),
  'account.enterCode': (n) => ({ email: email(n), code: 'ABCD-EFGH' }),
  'account.wasDeleted': () => ({ userId: token(), idempotencyKey: token() }),
  'account.isGone': () => ({ userId: token(), mark: token() }),
  'replyLinks.open': () => ({ token: token() }),
  'replyLinks.answer': () => ({ token: token(), answer: 'archer' }),
  'newsMails.stop': () => ({ token: token() }),
  'account.changePassword': () => ({ currentPassword: goodPassword, newPassword: goodPassword }),
  'session.touch': () => ({}),
  'welcome.saveDraft': (n) => ({ nameFirst: `Name ${n}` }),
  'practices.answer': (n, practiceId) => ({ practiceId, answer: ['archer', 'cant-come', 'driver', null][n % 4] }),
  'practices.checkIn': (_, practiceId) => ({ practiceId }),
  'passes.use': () => ({}),
  'passCode.create': () => ({}),
  'passCode.renew': () => ({}),
  'calendarFeed.create': () => ({}),
  'calendarFeed.renew': () => ({}),
  'calendarFeed.remove': () => ({}),
  'scorecard.save': (n) => ({
    cardId,
    setup: firstSetup,
    startedAt: '2026-11-24T23:00:00.000Z',
    seen: null,
    changes: [{ id: `arrow-number-${n}`, slot: n % 30, upon: null, arrow: { value: 'X', spot: null }, why: '' }],
  }),
  'scorecard.invite': () => ({ cardId }),
  'scorecardInvitation.accept': () => ({ code: 'ABCDEF' }),
  'scorecard.part': () => ({ cardId }),
  'scorecard.remove': () => ({ cardId }),
  'scorecard.restore': () => ({ cardId }),
  'profile.save': (n) => ({ birthday: `2005-02-${10 + (n % 10)}` }),
  'profile.setCar': (n) => ({ hasCar: true, carCapacity: 1 + (n % 5), rm01Completed: true }),
  'profile.setNews': (n) => ({ news: ['place', 'drive'][n % 2], way: 'mail', wanted: n % 4 < 2 }),
  'profile.setShowGoing': (n) => ({ show: n % 2 === 0 }),
  'profile.removePicture': () => ({}),
  'pushDevices.add': (n) => aDevice(`device-${n}`),
  'pushDevices.remove': () => ({ deviceId: token() }),
}
/** These end the session they are sent with, or can't be sent a second time. */
const onceOnly: Operation[] = ['welcome.finish', 'account.delete', 'sessions.end', 'sessions.endAll']

test('every operation that isn’t for officers or their kiosks is sent here', () => {
  const open = writers.filter((operation) => !['officer', 'kiosk'].includes(policies[operation]))
  expect([...Object.keys(inputs), ...onceOnly].toSorted()).toEqual(open.toSorted())
})

const auth = (path: string, body: object) => ({ method: 'POST', path: `/api/auth/${path}`, body })

/** Routes that are not operations of the contract. */
const beside: Record<string, (n: number) => Parameters<TestMember['send']>[0]> = {
  'a wrong password': (n) => auth('sign-in/email', { email: email(n), password: 'wrong', rememberMe: true }),
  'a reset': (n) => auth('request-password-reset', { email: email(n) }),
  'a made-up reset link': () => auth('reset-password', { token: token(), newPassword: goodPassword }),
  'a made-up calendar link': () => ({ method: 'GET', path: `/calendar/${token()}.ics` }),
  'a made-up link to stop emails': () => ({
    method: 'POST',
    path: `/unsubscribe/${token()}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  }),
  'a page that isn’t there': (n) => ({ method: 'GET', path: `/no-page-${n}` }),
  'a log-in page': (n) => ({ method: 'GET', path: `/login?next=/home%3Fopen%3D${n}` }),
}

/** How many rows all these requests together may add to each table; other tables must not grow. */
const mostRows: Record<string, number> = {
  // Unverified sign-ups are deleted after two days.
  ...{ user: 300, account: 300, member: 300, verification: 300, mail_outbox: 300 + 20 },
  // One for each account and each network, deleted when the window is over.
  rate_limit: 1500,
  idempotency: 2 * mostStored.rows + 300,
  ...{ profile_draft: 1, push_subscription: 10, feed_token: 1, news_off: 2, rsvp: 1, cant_come: 1 },
  ...{ scorecard: 1, scorecard_sheet: 1, ledger: 1, audit: 1, topic_version: 3 },
}

describe.each(usualEngines)('the space that one person can fill (%s)', (engine) => {
  // Shows: B10, B11
  test('is bounded in every table, for every request sent over and over', { timeout: 120_000 }, async ({ club }) => {
    club.ctx.hashing = { hash: async () => 'plain', verify: async ({ password }) => password === goodPassword }
    const [ana, newcomer] = [await club.member({ dayPasses: 3 }), await club.member({ hasLoggedIn: 0 })]
    const practiceId = await club.practice()
    const before = await countRows(club)
    const seen = { taken: 0, refused: 0 }
    const send = async (who: Pick<typeof ana, 'send'>, request: Parameters<typeof ana.send>[0]) => {
      const reply = await who.send({ ...request, headers: { 'idempotency-key': randomUUID(), ...request.headers } })
      const { statusCode, payload } = reply
      if (isWrong(reply)) expect({ request, statusCode, payload }).toBe('taken or refused')
      seen[reply.statusCode < 300 ? 'taken' : 'refused'] += 1
    }
    for (const request of Object.values(beside)) await inTurns(times.visitor, (n) => send(club.visitor(), request(n)))
    for (const [operation, input] of entriesOf(inputs)) {
      const visits = policies[operation] === 'anyone'
      const who = visits ? club.visitor() : operation.startsWith('welcome') ? newcomer : ana
      await inTurns(times[visits ? 'visitor' : 'member'], (n) =>
        send(who, waysIn['/rpc'].ask(operation, input(n, practiceId))),
      )
    }
    const grown = Object.entries(await countRows(club)).map(([table, rows]) => [table, rows - (before[table] ?? 0)])
    const beyond = grown.filter(([table, rows]) => Number(rows) > (mostRows[table as string] ?? 0))
    expect(beyond).toEqual([])
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(500)
  })

  // Shows: B8
  test('by an officer’s plans and imports is 200 and 100 a day', { timeout: 120_000 }, async () => {
    await using club = await createTestClub(engine, { club: { storeImport } })
    const kai = await club.officer()
    const plan = { title: 'Late one', startsOn: '2026-12-01', startTime: '18:00', endTime: '20:00', weeks: 1 }
    const create = () => kai.api.schedule.create({ ...plan, location: '', description: '' })
    for (let n = 0; n < 200; n++) await create()
    await expect(create()).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
    const apply = async (n: number) => {
      const file = storeFile([[`#${n}`, '1', 'ana@purdue.edu', 'Practice', 1]])
      const { seen } = await kai.api.storeImport.preview({ file })
      return kai.api.storeImport.apply({ file, seen })
    }
    for (let n = 0; n < 100; n++) await apply(n)
    await expect(apply(100)).rejects.toMatchObject({ code: 'TOO_MANY_TRIES' })
  })

  // Shows: B7
  test('by an officer’s acts is 20,000 rows of the audit log a day, and deleting oneself is always possible', async () => {
    await using club = await createTestClub(engine)
    const [kai, lee, ana] = [await club.officer(), await club.officer(), await club.member()]
    const give = (who: typeof kai, { id }: typeof kai, expected: number) =>
      who.api.members.setDayPasses({ memberId: id, expected, value: expected + 1 })
    await give(kai, ana, 0)
    await give(lee, ana, 1)
    const row = await club.db.selectFrom('audit').selectAll().where('actor', '=', kai.id).executeTakeFirstOrThrow()
    const yesterday = { ...row, actor: lee.id, at: new Date(club.clock.now() - 86_400_000).toISOString() }
    for (const [of, most] of [
      [row, maxAuditRows - 1],
      [yesterday, maxAuditRows],
    ] as const)
      for (let from = 0; from < most; from += 1000)
        await club.db
          .insertInto('audit')
          .values(Array.from({ length: Math.min(1000, most - from) }, () => ({ ...of, id: randomUUID() })))
          .execute()
    for (const [target, has] of [
      [ana, 2],
      [kai, 0],
    ] as const)
      await expect(give(kai, target, has)).rejects.toMatchObject({ data: { reason: 'too-many-changes' } })
    expect((await ana.row()).dayPasses).toBe(2)
    await give(lee, ana, 2)
    // An operation they have no right to is still refused and recorded.
    await club.db.updateTable('member').set({ role: 'Member' }).where('id', '=', kai.id).execute()
    await expect(give(kai, ana, 3)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await club.db.selectFrom('audit').select('id').where('action', '=', 'refused').execute()).toHaveLength(1)
    await kai.api.account.delete({ password: goodPassword })
  })
})

/** Forty at a time, because some responses are delayed on purpose. */
async function inTurns(times: number, act: (n: number) => Promise<void>) {
  for (let from = 0; from < times; from += 40)
    await Promise.all(Array.from({ length: Math.min(40, times - from) }, (_, i) => act(from + i)))
}

/** A server error, or a request that was rejected before it reached the rules under test. */
function isWrong({ statusCode, payload }: { statusCode: number; payload: string }) {
  return statusCode >= 500 || statusCode === 415 || payload.includes('"code":"BAD_REQUEST"')
}

function entriesOf(of: typeof inputs) {
  return Object.entries(of) as [Operation, NonNullable<(typeof inputs)[Operation]>][]
}
