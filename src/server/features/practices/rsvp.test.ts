import { describe, expect, test } from 'vitest'
import { createTestClub, engines } from '#test/support/club.ts'
import { raceAnswers, raceCantCome, raceTwoLists } from '#test/support/races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

const noneWaits = { cantCome: 0, waiting: 0, myPosition: null }

describe.each(engines)('answering a practice (%s)', (engine) => {
  // Shows: 3.31, 3.32, 4.40, 6.11, 7.18
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

  test("can't come is counted apart, said once however often, and cleared", async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member({ hasCar: 1, carCapacity: 5 })
    const practiceId = await club.practice()
    const reply = (answer: 'driver' | 'cant-come' | null) => ana.api.practices.answer({ practiceId, answer })
    const none = { archers: 0, drivers: 0, seats: 0, ...noneWaits }
    await reply('driver')
    expect(await reply('cant-come')).toEqual({ ...none, cantCome: 1 })
    const said = () => club.db.selectFrom('cantCome').selectAll().execute()
    const first = await said()
    await club.clock.advance(1000)
    expect(await reply('cant-come')).toEqual({ ...none, cantCome: 1 })
    expect(await said()).toEqual(first)
    expect((await ana.api.home.get()).next[0]).toMatchObject({ myAnswer: 'cant-come', drivers: 0, cantCome: 1 })
    expect((await ana.api.myPractices.get()).ahead).toMatchObject([{ id: practiceId, myAnswer: 'cant-come' }])
    expect(await reply('driver')).toEqual({ ...none, drivers: 1, seats: 4 })
    expect(await said()).toEqual([])
    await reply('cant-come')
    expect(await reply(null)).toEqual(none)
    expect(await said()).toEqual([])
    expect((await ana.api.myPractices.get()).ahead).toEqual([])
  })

  test("can't come frees the spot for the first on the waitlist; officers see who, other members how many", async () => {
    await using club = await createTestClub(engine)
    const kai = await club.officer()
    const practiceId = await club.practice()
    await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 1 })
    const ana = await club.member({ nameFirst: 'Ana' })
    const ben = await club.member()
    for (const { api } of [ana, ben]) await api.practices.answer({ practiceId, answer: 'archer' })
    await ana.api.practices.answer({ practiceId, answer: 'cant-come' })
    expect((await ben.api.home.get()).next[0]).toMatchObject({ myAnswer: 'archer', myPosition: null, cantCome: 1 })
    const record = await kai.api.practiceRecord.get({ practiceId })
    expect(record.answers.map(({ memberId, position }) => [memberId, position])).toEqual([[ben.id, null]])
    expect(record.cantCome).toMatchObject([{ memberId: ana.id }])
    // Changing back to coming puts you at the end of the waitlist.
    expect(await ana.api.practices.answer({ practiceId, answer: 'archer' })).toMatchObject({
      cantCome: 0,
      myPosition: 1,
    })
  })

  test("can't come may be said of a canceled practice, since it gives up a spot", async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const practiceId = await club.practice()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    await club.db
      .updateTable('practice')
      .set({ cancelledAt: new Date(club.clock.now()).toISOString() })
      .where('id', '=', practiceId)
      .execute()
    const reply = (answer: 'archer' | 'cant-come') => ana.api.practices.answer({ practiceId, answer })
    expect(await reply('cant-come')).toMatchObject({ archers: 0, cantCome: 1 })
    await expect(reply('archer')).rejects.toMatchObject({ data: { reason: 'practice-cancelled' } })
  })

  test('a spot taken by the release before, which knows no such reply, holds', async () => {
    await using club = await createTestClub(engine)
    const ana = await club.member()
    const practiceId = await club.practice()
    await ana.api.practices.answer({ practiceId, answer: 'cant-come' })
    const row = {
      practiceId,
      memberId: ana.id,
      kind: 'archer',
      answeredAt: new Date(club.clock.now()).toISOString(),
      waiting: null,
    } as const
    await club.db.insertInto('rsvp').values(row).execute()
    expect((await ana.api.home.get()).next[0]).toMatchObject({ myAnswer: 'archer', archers: 1, cantCome: 0 })
    const kai = await club.officer()
    expect((await kai.api.practiceRecord.get({ practiceId })).cantCome).toEqual([])
  })

  test("can't come, said twice and against promotions in the same moment, leaves no one on two lists", async () => {
    await using club = await createTestClub(engine)
    expect(await raceCantCome(club)).toEqual([])
  })

  test("can't come without the guard leaves more or fewer in than there are spots (the negative control)", async () => {
    // A single race may pass by chance.
    let wrong: string[] = []
    for (let races = 0; races < 5 && wrong.length === 0; races++) {
      await using club = await createTestClub(engine)
      wrong = await raceCantCome(club, removeGuard)
    }
    expect(wrong).not.toEqual([])
  })

  // Shows: 4.39, T36
  test('archer and driver in the same moment end in exactly one list', async () => {
    await using club = await createTestClub(engine)
    expect(await raceAnswers(club)).toEqual([])
  })

  test('two lists that are emptied and filled, in place of one row a member, end in both (the negative control)', async () => {
    await using club = await createTestClub(engine)
    expect(await raceTwoLists(club)).toBe(2)
  })
})
