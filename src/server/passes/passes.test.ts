import { describe, expect, test } from 'vitest'
import { createTestClub, engines, reasonOf, succeeded } from '#test/support/club.ts'

describe.each(engines)('passes (%s)', (engine) => {
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
  })

  test('the last day pass, used in fifty tabs at once, is spent once', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ dayPasses: 1 })
    const answers = await Promise.allSettled(Array.from({ length: 50 }, () => ana.api.passes.use({})))
    expect(answers.filter(succeeded)).toHaveLength(1)
    expect(new Set(answers.map(reasonOf))).toEqual(new Set(['went through', 'pass-active']))
    expect((await ana.row()).dayPasses).toBe(0)
  })
})
