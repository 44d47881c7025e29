import { expect } from 'vitest'
import { describe, reasonOf, test, usualEngines } from '#test/support/club-test.ts'

describe.each(usualEngines)('the RM01 (%s)', () => {
  test('is approved until a day, besides the member’s own tick, and the approval ends', async ({ club }) => {
    const kai = await club.member({ role: 'Officer', keep: true })
    const ana = await club.member({ hasCar: 1, carCapacity: 4, rm01Completed: 1 })
    const rowOf = async () => (await kai.api.members.get()).members.find(({ id }) => id === ana.id)
    expect(await rowOf()).toMatchObject({ rm01Declared: true, rm01Until: null, rm01: 'declared' })
    const set = (expected: string | null, until: string | null) =>
      kai.api.members.setRm01({ memberId: ana.id, expected, until })
    await set(null, '2027-05-01')
    expect(await rowOf()).toMatchObject({ rm01Declared: true, rm01Until: '2027-05-01', rm01: 'approved' })
    // Another officer loaded it before that change.
    const [late] = await Promise.allSettled([set(null, '2026-12-01')])
    expect(late && reasonOf(late)).toBe('changed-meanwhile')
    await set('2027-05-01', '2026-12-01')
    expect(await rowOf()).toMatchObject({ rm01: 'ending' })
    await expect(set('2026-12-01', '2026-11-23')).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      data: { fields: { until: expect.stringContaining('has passed') } },
    })
    await expect(set('2026-12-01', '2027-02-29')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    club.clock.set('2026-12-02T05:00:00.000Z')
    expect(await rowOf()).toMatchObject({ rm01: 'ended', rm01Until: '2026-12-01' })
  })
})
