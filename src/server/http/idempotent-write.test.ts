// Shows: B1

import { sql } from 'kysely'
import { expect } from 'vitest'
import { refusalOf } from '#test/support/account-requests.ts'
import { allRows } from '#test/support/all-rows.ts'
import { createTestClub, engines, goodPassword, type TestClub, type TestMember } from '#test/support/club.ts'
import { describe, test } from '#test/support/club-test.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { mostStored } from './idempotent-write.ts'

const minute = 60_000
const day = 24 * 60 * minute
const key = 'one-act-of-one-person'

/** Moves the clock and runs the timers that are due. */
async function pass(club: TestClub, ms: number) {
  club.clock.set(new Date(club.clock.now() + ms).toISOString())
  await club.clock.advance(minute)
}

const useFiftyTimes = (ana: TestMember) =>
  Promise.allSettled(Array.from({ length: 50 }, () => ana.with(key).passes.use({})))

describe.each(engines)('a write under an idempotency key (%s)', (engine) => {
  // Shows: T29, T86
  test('sent fifty times together is done once with one response (T86), and not without the transaction (negative control)', async () => {
    await using club = await createTestClub(engine)
    const [ana, ben] = [await club.member({ dayPasses: 50 }), await club.member({ dayPasses: 50 })]
    const answers = await useFiftyTimes(ana)
    expect(answers).toEqual(Array(50).fill({ status: 'fulfilled', value: expect.objectContaining({ dayPasses: 49 }) }))
    expect((await ana.row()).dayPasses).toBe(49)
    removeGuard(club)
    const unguarded = await useFiftyTimes(ben)
    const spent = club.db.selectFrom('ledger').select('id').where('amount', '=', -1).where('memberId', '=', ben.id)
    expect((await spent.execute()).length > 1 || unguarded.some(({ status }) => status === 'rejected')).toBe(true)
  })

  test('that was refused stays refused, even if it would be accepted by now', async ({ club, practiceId }) => {
    const [ana, kai] = [await club.member({ pass: 'Carpool Range Pass' }), await club.officer()]
    const early = await refusalOf(ana.with(key).practices.checkIn({ practiceId }))
    expect(early).toMatchObject({ status: 409, message: 'No active practice.', data: { reason: 'no-active-practice' } })
    await kai.api.practices.start({ practiceId })
    const again = await refusalOf(ana.with(key).practices.checkIn({ practiceId }))
    const said = ({ code, status, message, data }: typeof early) => ({ code, status, message, data })
    expect(said(again)).toEqual(said(early))
    expect(await refusalOf(ana.with('another-act').practices.checkIn({ practiceId }))).toBe('accepted')
  })

  // Shows: T86
  test('is refused with other content, and with another operation', async ({ club }) => {
    const ana = await club.member({ dayPasses: 1 })
    const tonight = await club.practice()
    const tomorrow = await club.practice({ startsAt: '2026-11-25T23:00:00.000Z', endsAt: '2026-11-26T01:00:00.000Z' })
    await ana.with(key).practices.answer({ practiceId: tonight, answer: 'archer' })
    const reused = { status: 422, code: 'KEY_REUSED' }
    const answer = (practiceId: string) => ana.with(key).practices.answer({ practiceId, answer: 'archer' })
    expect(await refusalOf(answer(tomorrow))).toMatchObject(reused)
    expect(await refusalOf(ana.with(key).passes.use({}))).toMatchObject(reused)
    expect(await club.db.selectFrom('rsvp').select('practiceId').execute()).toEqual([{ practiceId: tonight }])
    expect((await ana.row()).dayPasses).toBe(1)
    expect(await refusalOf(answer(tonight))).toBe('accepted')
  })

  test('is a different one if another person sends it under the same key', async ({ club }) => {
    const [ana, ben] = [await club.member({ dayPasses: 1 }), await club.member({ dayPasses: 1 })]
    await ana.with(key).passes.use({})
    expect(await ben.with(key).passes.use({})).toMatchObject({ current: 'Day Pass', dayPasses: 0 })
    expect([(await ana.row()).dayPasses, (await ben.row()).dayPasses]).toEqual([0, 0])
  })

  test('is done once and gets its first response again, for a day', async ({ club }) => {
    const ana = await club.member({ dayPasses: 3, keep: true })
    const first = await ana.with(key).passes.use({})
    // A different key is a different request.
    expect(await refusalOf(ana.with('another-act').passes.use({}))).toMatchObject({ data: { reason: 'pass-active' } })
    await pass(club, day - 2 * minute)
    expect(await ana.with(key).passes.use({})).toEqual(first)
    await pass(club, 2 * 60 * minute)
    expect(await ana.with(key).passes.use({})).toMatchObject({ dayPasses: 1 })
  })

  test('that ended in a server error isn’t remembered', async ({ club }) => {
    const ana = await club.member({ dayPasses: 1 })
    await sql`alter table ledger rename to elsewhere`.execute(club.db)
    expect(await refusalOf(ana.with(key).passes.use({}))).toMatchObject({ status: 500 })
    await sql`alter table elsewhere rename to ledger`.execute(club.db)
    expect(await ana.with(key).passes.use({})).toMatchObject({ dayPasses: 0 })
  })

  test('that came too early or from a visitor isn’t remembered either', async ({ club }) => {
    const ana = await club.member({ dayPasses: 1 })
    const visitor = club.visitor()
    expect(await refusalOf(visitor.with(key).passes.use({}))).toMatchObject({ status: 401 })
    expect(await ana.with(key).passes.use({})).toMatchObject({ dayPasses: 0 })

    const signUp = { email: 'new@purdue.edu', password: goodPassword }
    await visitor.api.account.signUp(signUp)
    expect(await refusalOf(visitor.with(key).account.signUp(signUp))).toMatchObject({ status: 429 })
    await club.clock.advance(minute)
    expect(await refusalOf(visitor.with(key).account.signUp(signUp))).toBe('accepted')
    expect(await club.db.selectFrom('mailOutbox').select('id').execute()).toHaveLength(2)
  })

  // Shows: T86
  test('from a stranger that changes nothing leaves no rows, however often it is sent', async ({ club }) => {
    const before = await allRows(club)
    for (let i = 0; i < 300; i++) {
      const gone = club
        .visitor()
        .with(`made-up-key-${i}`)
        .account.resendExpired({ token: `${'made-up-token-'.repeat(3)}${i}` })
      expect(await refusalOf(gone)).toMatchObject({ data: { reason: 'link-unknown' } })
    }
    expect(await allRows(club)).toEqual(before)
  })

  // Shows: T86
  test.each([
    ['rows', 1200, 10],
    ['bytes', 30, 50_000],
  ])('of one member takes limited space: %s', async (_what, rows, bytes) => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ dayPasses: 1 })
    const old = { actor: ana.id, fingerprint: 'x', answer: 'x'.repeat(bytes), createdAt: '2026-11-24T20:00:00.000Z' }
    for (let i = 0; i < rows; i += 100) {
      const some = Array.from({ length: Math.min(100, rows - i) }, (_, n) => ({ ...old, key: `old-key-${i + n}` }))
      await club.db.insertInto('idempotency').values(some).execute()
    }
    const practiceId = await club.practice()
    const reply = (i: number) => ana.with(`new-key-${i}`).practices.answer({ practiceId, answer: 'archer' })
    for (let i = 0; i < 200; i++) await reply(i)
    const ofAna = club.db.selectFrom('idempotency').select(['key', 'answer']).where('actor', '=', ana.id)
    const stored = await ofAna.execute()
    expect(stored.length).toBeLessThanOrEqual(mostStored.rows)
    expect(stored.reduce((sum, { answer }) => sum + answer.length, 0)).toBeLessThanOrEqual(mostStored.bytes)
    // The latest are still stored.
    for (let i = 190; i < 200; i++) expect(stored.map(({ key }) => key)).toContain(`new-key-${i}`)
  })

  test('leaves neither address nor password in what is remembered', async ({ club }) => {
    await club.visitor().with(key).account.signUp({ email: 'canary@purdue.edu', password: goodPassword })
    const rows = await club.db.selectFrom('idempotency').selectAll().execute()
    const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/)
    const row = { actor: 'anyone', key, fingerprint, answer: '{"result":{"outcome":"sent"}}' }
    expect(rows).toEqual([{ ...row, createdAt: '2026-11-24T22:50:00.000Z' }])
  })
})

// Shows: T86
test('two processes that get the same request together do it once (postgres)', async () => {
  await using club = await createTestClub('postgres')
  await using beside = await createTestClub('postgres', { beside: club })
  const ana = await club.member({ dayPasses: 50 })
  const processes = [ana, beside.caller(ana.cookie)]
  const acts = Array.from({ length: 50 }, (_, i) => processes[i % 2]?.with(key).passes.use({}))
  expect(new Set((await Promise.all(acts)).map((answer) => answer?.dayPasses))).toEqual(new Set([49]))
  expect((await ana.row()).dayPasses).toBe(49)
})
