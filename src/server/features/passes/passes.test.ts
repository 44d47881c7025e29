import { describe, expect, test } from 'vitest'
import { createTestClub, engines } from '#test/support/club.ts'
import { raceLastPass } from '#test/support/races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

describe.each(engines)('passes (%s)', (engine) => {
  // Shows: 3.19, 4.11, 4.12, 4.13, 4.14, 6.13, 7.12
  test('Use Pass takes one day pass and makes a Day Pass that lasts until the local midnight', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ dayPasses: 2 })
    const pass = await ana.api.passes.use({})
    expect(pass).toEqual({
      current: 'Day Pass',
      dayPasses: 1,
      usedAt: '2026-11-24T22:50:00.000Z',
      validUntil: '2026-11-25T05:00:00.000Z',
    })
    expect(await ana.api.passes.get()).toEqual(pass)
    const rows = await club.db
      .selectFrom('ledger')
      .select(['amount', 'cause'])
      .where('cause', 'like', 'use:%')
      .execute()
    expect(rows).toEqual([{ amount: -1, cause: 'use:2026-11-24T22:50:00.000Z:1' }])
  })

  test.each([
    ['2026-03-08T23:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ['2026-11-01T23:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ])('a pass used on a day when the clocks change (%s) lasts until the next local midnight', async (now, until) => {
    await using club = await createTestClub(engine, { now })
    const ana = await club.member({ dayPasses: 1, keep: true })
    expect((await ana.api.passes.use({})).validUntil).toBe(until)
    club.clock.set(new Date(Date.parse(until) - 1).toISOString())
    expect((await ana.api.passes.get()).current).toBe('Day Pass')
    club.clock.set(until)
    expect((await ana.api.passes.get()).current).toBe('none')
  })

  // Shows: 4.11, T31
  test('without a day pass, or while a pass is active, nothing is spent and the reason is said', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    await expect(ana.api.passes.use({})).rejects.toMatchObject({ message: "You don't have any day passes left." })
    const ben = await club.member({ dayPasses: 2, pass: 'Carpool Range Pass' })
    await expect(ben.api.passes.use({})).rejects.toMatchObject({ data: { reason: 'pass-active' } })
    expect(await ben.row()).toMatchObject({ dayPasses: 2, pass: 'Carpool Range Pass' })
  })

  test('the same tap sent twice spends one pass and gets the same answer', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ dayPasses: 2 })
    const tap = ana.with('the-key-of-this-tap')
    const first = await tap.passes.use({})
    expect(await tap.passes.use({})).toEqual(first)
    expect((await ana.row()).dayPasses).toBe(1)
  })

  test('one that is taken away and used again at the same instant of the clock is another use', async () => {
    await using club = await createTestClub(engine)
    const [kai, ana] = [await club.officer(), await club.member({ dayPasses: 2 })]
    await ana.api.passes.use({})
    await kai.api.members.setPass({ memberId: ana.id, expected: 'Day Pass', pass: 'none' })
    await ana.api.passes.use({})
    expect((await ana.row()).dayPasses).toBe(0)
  })

  // Shows: T30, ASVS 2.3.2
  test('the last day pass, used in fifty tabs at once, is spent once', async () => {
    await using club = await createTestClub(engine)
    expect(await raceLastPass(club)).toEqual([])
  })

  test('the last day pass in fifty tabs without the guard breaks the promise (the negative control)', async () => {
    await using club = await createTestClub(engine)
    removeGuard(club)
    expect(await raceLastPass(club)).not.toEqual([])
  })

  // Shows: 3.19, 4.15, 4.16, 7.8
  test('a Day Pass of yesterday is put right in storage at sign-in', async () => {
    await using club = await createTestClub(engine)
    const used = { pass: 'Day Pass', passUsedAt: '2026-11-23T22:50:00.000Z' } as const
    const ana = await club.member(used)
    expect(await ana.row()).toMatchObject({ pass: 'none', passUsedAt: null })
  })
})
