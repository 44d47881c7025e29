import { expect } from 'vitest'
import { createTestClub, describe, engines, test } from '#test/support/club-test.ts'
import { raceLastPass } from '#test/support/races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

describe.each(engines)('passes (%s)', (engine) => {
  // Shows: 3.19, 4.11, 4.12, 4.13, 4.14, 6.13, 7.12
  test('Use Pass takes one day pass and makes a Day Pass that lasts until the local midnight', async ({ club }) => {
    const ana = await club.member({ dayPasses: 2, keep: true })
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
    club.clock.set('2026-11-25T04:59:59.999Z')
    expect((await ana.api.passes.get()).current).toBe('Day Pass')
    club.clock.set('2026-11-25T05:00:00.000Z')
    expect((await ana.api.passes.get()).current).toBe('none')
  })

  // Shows: 4.11, T31
  test('without a day pass, or while a pass is active, nothing is spent, and the reason is given', async ({ club }) => {
    const ana = await club.member()
    await expect(ana.api.passes.use({})).rejects.toMatchObject({ message: "You don't have any day passes left." })
    const ben = await club.member({ dayPasses: 2, pass: 'Carpool Range Pass' })
    await expect(ben.api.passes.use({})).rejects.toMatchObject({ data: { reason: 'pass-active' } })
    expect(await ben.row()).toMatchObject({ dayPasses: 2, pass: 'Carpool Range Pass' })
  })

  // Shows: T30, ASVS 2.3.2
  test('the last day pass in fifty tabs is spent once, or more without the guard (negative control)', async () => {
    await using club = await createTestClub(engine)
    expect(await raceLastPass(club)).toEqual([])
    removeGuard(club)
    expect(await raceLastPass(club)).not.toEqual([])
  })
})
