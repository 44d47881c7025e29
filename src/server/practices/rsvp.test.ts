import { describe, expect, test } from 'vitest'
import { createTestClub, engines } from '#test/support/club.ts'
import { raceAnswers, raceTwoLists } from '#test/support/races.ts'

const noneWaits = { waiting: 0, myPosition: null }

describe.each(engines)('answering a practice (%s)', (engine) => {
  test('archer or driver, never both, and it can be withdrawn', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ hasCar: 1, carCapacity: 5 })
    const practiceId = await club.practice()
    expect(await ana.api.practices.answer({ practiceId, answer: 'archer' })).toEqual({
      archers: 1,
      drivers: 0,
      seats: 0,
      ...noneWaits,
    })
    expect(await ana.api.practices.answer({ practiceId, answer: 'driver' })).toEqual({
      archers: 0,
      drivers: 1,
      seats: 4,
      ...noneWaits,
    })
    expect((await ana.api.home.get()).next[0]).toMatchObject({ myAnswer: 'driver', drivers: 1, seats: 4 })
    expect(await ana.api.practices.answer({ practiceId, answer: null })).toEqual({
      archers: 0,
      drivers: 0,
      seats: 0,
      ...noneWaits,
    })
    expect(await club.answerOf(practiceId, ana.id)).toBeNull()
  })

  test('as a driver needs a car, which can be added on the way', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const practiceId = await club.practice()
    const drive = () => ana.api.practices.answer({ practiceId, answer: 'driver' })
    await expect(drive()).rejects.toMatchObject({ data: { reason: 'no-car' } })
    for (const carCapacity of [0, 9, 1.5, -1])
      await expect(ana.api.profile.setCar({ hasCar: true, carCapacity, rm01Completed: false })).rejects.toMatchObject({
        code: 'INVALID_FIELD',
        data: { fields: { carCapacity: expect.stringContaining('1 to 8') } },
      })
    await ana.api.profile.setCar({ hasCar: true, carCapacity: 8, rm01Completed: true })
    expect(await drive()).toEqual({ archers: 0, drivers: 1, seats: 7, ...noneWaits })
  })

  test('as a driver whose car is gone offers no seats, and takes none from the others', async () => {
    await using club = await createTestClub(engine)
    const practiceId = await club.practice()
    const ana = await club.member({ hasCar: 1, carCapacity: 5 })
    const ben = await club.member({ hasCar: 1, carCapacity: 3 })
    for (const driver of [ana, ben]) await driver.api.practices.answer({ practiceId, answer: 'driver' })
    await ben.api.profile.setCar({ hasCar: false, carCapacity: 0, rm01Completed: false })
    expect((await ana.api.home.get()).next[0]).toMatchObject({ drivers: 2, seats: 4 })
  })

  test('is open until the practice ends, for a practice that exists', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ keep: true })
    const practiceId = await club.practice()
    const answer = () => ana.api.practices.answer({ practiceId, answer: 'archer' })
    await expect(ana.api.practices.answer({ practiceId: 'nowhere', answer: 'archer' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      status: 404,
    })
    club.clock.set('2026-11-25T00:59:59.999Z')
    await answer()
    club.clock.set('2026-11-25T01:00:00.000Z')
    await expect(answer()).rejects.toMatchObject({ data: { reason: 'practice-over' } })
  })

  test('archer and driver in the same moment end in exactly one list', async () => {
    await using club = await createTestClub(engine)
    expect(await raceAnswers(club)).toEqual([])
  })

  test('two lists that are emptied and filled, in place of one row a member, end in both (the negative control)', async () => {
    await using club = await createTestClub(engine)
    expect(await raceTwoLists(club)).toBe(2)
  })
})
