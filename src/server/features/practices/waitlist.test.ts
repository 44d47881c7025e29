import { describe, expect, test, vi } from 'vitest'
import { createTestClub, engines, reasonOf, type TestClub } from '#test/support/club.ts'
import { racePlaces } from '#test/support/races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

type Member = Awaited<ReturnType<TestClub['member']>>

/** A practice with two spots and four members who RSVP in this order. */
async function fullPractice(club: TestClub) {
  const kai = await club.officer()
  const practiceId = await club.practice()
  await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 2 })
  const four: Member[] = []
  for (const nameFirst of ['Ana', 'Ben', 'Cam', 'Dee']) {
    const member = await club.member({ nameFirst, hasCar: 1, carCapacity: 3 })
    await club.clock.advance(1000)
    await member.api.practices.answer({ practiceId, answer: 'archer' })
    four.push(member)
  }
  const [ana, ben, cam, dee] = four as [Member, Member, Member, Member]
  const cardOf = async (member: Member) => (await member.api.home.get()).next[0]
  const setLimit = (expected: number | null, limit: number | null) =>
    kai.api.managePractices.setLimit({ practiceId, expected, limit })
  const withdraw = (member: Member) => member.api.practices.answer({ practiceId, answer: null })
  /** First names: members with a spot, then the waitlist. */
  async function lists() {
    const { answers } = await kai.api.practiceRecord.get({ practiceId })
    const named = (list: typeof answers) => list.map(({ name }) => name.split(' ')[0])
    return [
      named(answers.filter((one) => one.position === null)),
      named(answers.filter((one) => one.position !== null)),
    ]
  }
  const mailsTo = (member: Member) =>
    club.db
      .selectFrom('mailOutbox')
      .select('kind')
      .where('userId', '=', member.id)
      .where('kind', '=', 'place')
      .execute()
  return { kai, practiceId, ana, ben, cam, dee, cardOf, setLimit, withdraw, lists, mailsTo }
}

describe.each(engines)('places and the waiting list (%s)', (engine) => {
  test('places go in the order of answering; who comes later waits, and sees at which position', async () => {
    await using club = await createTestClub(engine)
    const { ana, dee, cardOf, lists } = await fullPractice(club)
    expect(await lists()).toEqual([
      ['Ana', 'Ben'],
      ['Cam', 'Dee'],
    ])
    const counts = { archers: 2, drivers: 0, seats: 0, waiting: 2, attendanceLimit: 2 }
    expect(await cardOf(ana)).toMatchObject({ ...counts, myAnswer: 'archer', myPosition: null })
    expect(await cardOf(dee)).toMatchObject({ ...counts, myAnswer: 'archer', myPosition: 2 })
  })

  test('a freed place goes to the first who waits, who is told by mail, and nobody else is', async () => {
    await using club = await createTestClub(engine)
    const { ana, cam, dee, cardOf, withdraw, lists, mailsTo } = await fullPractice(club)
    const answer = await withdraw(ana)
    expect(answer).toEqual({ archers: 2, drivers: 0, seats: 0, cantCome: 0, waiting: 1, myPosition: null })
    expect(await lists()).toEqual([['Ben', 'Cam'], ['Dee']])
    expect(await cardOf(cam)).toMatchObject({ myAnswer: 'archer', myPosition: null })
    expect(await cardOf(dee)).toMatchObject({ myPosition: 1 })
    expect(await mailsTo(cam)).toHaveLength(1)
    expect(await mailsTo(dee)).toHaveLength(0)
  })

  test('whoever wants no mail gets none, and the place all the same', async () => {
    await using club = await createTestClub(engine)
    const { ana, cam, withdraw, lists, mailsTo } = await fullPractice(club)
    await cam.api.profile.setNews({ news: 'place', way: 'mail', wanted: false })
    expect(await cam.api.profile.get()).toMatchObject({ news: { place: { mail: false, push: true } } })
    await withdraw(ana)
    expect(await lists()).toEqual([['Ben', 'Cam'], ['Dee']])
    expect(await mailsTo(cam)).toEqual([])
  })

  test('changing from archer to driver keeps the place, and the turn; seats of who waits do not count', async () => {
    await using club = await createTestClub(engine)
    const { practiceId, ana, cam, lists, cardOf } = await fullPractice(club)
    for (const member of [ana, cam]) await member.api.practices.answer({ practiceId, answer: 'driver' })
    expect(await lists()).toEqual([
      ['Ana', 'Ben'],
      ['Cam', 'Dee'],
    ])
    expect(await cardOf(cam)).toMatchObject({ archers: 1, drivers: 1, seats: 2, waiting: 2, myAnswer: 'driver' })
  })

  test('withdrawing while one waits moves up those behind, and answering again begins at the end', async () => {
    await using club = await createTestClub(engine)
    const { practiceId, cam, cardOf, withdraw, lists } = await fullPractice(club)
    await withdraw(cam)
    expect(await lists()).toEqual([['Ana', 'Ben'], ['Dee']])
    await cam.api.practices.answer({ practiceId, answer: 'archer' })
    expect(await lists()).toEqual([
      ['Ana', 'Ben'],
      ['Dee', 'Cam'],
    ])
    expect(await cardOf(cam)).toMatchObject({ myPosition: 2 })
  })

  test('a higher limit lets in as many as fit, no limit everybody; a lower one takes nobody’s place', async () => {
    await using club = await createTestClub(engine)
    const { ana, ben, setLimit, lists, withdraw, mailsTo, cam, dee } = await fullPractice(club)
    await setLimit(2, 1)
    expect(await lists()).toEqual([
      ['Ana', 'Ben'],
      ['Cam', 'Dee'],
    ])
    await withdraw(ana)
    expect(await lists()).toEqual([['Ben'], ['Cam', 'Dee']])
    await setLimit(1, 2)
    expect(await lists()).toEqual([['Ben', 'Cam'], ['Dee']])
    await setLimit(2, null)
    expect(await lists()).toEqual([['Ben', 'Cam', 'Dee'], []])
    expect([...(await mailsTo(cam)), ...(await mailsTo(dee))]).toHaveLength(2)
    expect(await mailsTo(ben)).toEqual([])
  })

  test('whoever is removed or leaves the club frees the place; brought back, they have it still', async () => {
    await using club = await createTestClub(engine)
    const { kai, ana, ben, lists } = await fullPractice(club)
    await kai.api.members.remove({ memberId: ana.id })
    expect(await lists()).toEqual([['Ben', 'Cam'], ['Dee']])
    await kai.api.members.restore({ memberId: ana.id })
    expect(await lists()).toEqual([['Ana', 'Ben', 'Cam'], ['Dee']])
    await kai.api.members.remove({ memberId: ana.id })
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ana.id })
    expect(await lists()).toEqual([['Ben', 'Cam'], ['Dee']])
    await kai.api.members.remove({ memberId: ben.id })
    expect(await lists()).toEqual([['Cam', 'Dee'], []])
  })

  test('while a practice is cancelled places move on, and what is to be told of them waits', async () => {
    await using club = await createTestClub(engine)
    const { practiceId, ana, cam, withdraw, lists } = await fullPractice(club)
    const cancelledAt = '2026-11-24T22:00:00.000Z'
    await club.db.updateTable('practice').set({ cancelledAt }).where('id', '=', practiceId).execute()
    await withdraw(ana)
    expect(await lists()).toEqual([['Ben', 'Cam'], ['Dee']])
    await club.clock.advance(60_000)
    await vi.waitFor(async () => {
      const rows = club.db
        .selectFrom('mailOutbox')
        .select(['kind', 'userId', 'sentAt', 'failedAt', 'tries', 'nextTryAt'])
      const [row] = await rows.execute()
      expect(row).toMatchObject({ kind: 'place', userId: cam.id, sentAt: null, failedAt: null, tries: 0 })
      expect(Date.parse(row?.nextTryAt ?? '')).toBeGreaterThan(club.clock.now())
    })
  })

  test('officers put those who wait in another order, with a reason that is kept; members may not', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId, ana, ben, cam, dee, lists, withdraw } = await fullPractice(club)
    const order = (who: Member, memberIds: string[], reason = 'Cam has shot already this week') =>
      who.api.managePractices.orderWaiting({ practiceId, memberIds, reason })
    await expect(order(ana, [dee.id, cam.id])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(order(kai, [dee.id, cam.id], ' ')).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      data: { fields: { reason: expect.stringContaining('Give a reason') } },
    })
    await order(kai, [dee.id, cam.id])
    expect(await lists()).toEqual([
      ['Ana', 'Ben'],
      ['Dee', 'Cam'],
    ])
    const { before, after, reason } = await club.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'practice.order-waiting')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(before ?? '')).toEqual({ waiting: [cam.id, dee.id] })
    expect(JSON.parse(after ?? '')).toEqual({ waiting: [dee.id, cam.id] })
    expect(reason).toBe('Cam has shot already this week')
    await withdraw(ben)
    expect(await lists()).toEqual([['Ana', 'Dee'], ['Cam']])
    // The list has changed since the officer loaded it.
    const late = await Promise.allSettled([order(kai, [cam.id, dee.id])])
    expect(late.map(reasonOf)).toEqual(['list-changed'])
  })

  test('checking in needs neither an answer nor a place', async () => {
    await using club = await createTestClub(engine)
    const { kai, practiceId } = await fullPractice(club)
    const eve = await club.member({ pass: 'Carpool Range Pass' })
    await kai.api.practices.start({ practiceId })
    await eve.api.practices.checkIn({ practiceId })
    expect((await eve.api.home.get()).live?.attendees).toHaveLength(1)
  })

  test('twenty at once get five places, and five who leave at once make room for five', async () => {
    await using club = await createTestClub(engine)
    expect(await racePlaces(club)).toEqual([])
  })

  test('twenty at once without the guard get more, or the same turn (the negative control)', async () => {
    await using club = await createTestClub(engine)
    expect(await racePlaces(club, removeGuard)).not.toEqual([])
  })
})
