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

  test('is on the officers’ home page if it ends soon, beside members who owe practices', async ({ club, ben }) => {
    const kai = await club.officer({ paidPractices: 9 })
    const ana = await club.member({ pass: 'Carpool Range Pass' })
    expect((await kai.api.home.get()).needs).toEqual({ outstanding: 0, rm01Ending: 0, storeLines: 0 })
    const practiceId = await club.practice()
    await kai.api.practices.start({ practiceId })
    await ana.api.practices.checkIn({ practiceId })
    for (const [id, until] of [
      [ana.id, '2026-12-15'],
      [ben.id, '2026-12-16'],
    ] as const)
      await kai.api.members.setRm01({ memberId: id, expected: null, until })
    expect((await kai.api.home.get()).needs).toEqual({ outstanding: 1, rm01Ending: 1, storeLines: 0 })
    expect((await ana.api.home.get()).needs).toBeNull()
    await kai.api.members.remove({ memberId: ana.id })
    expect((await kai.api.home.get()).needs).toEqual({ outstanding: 0, rm01Ending: 0, storeLines: 0 })
  })
})
