import { expect } from 'vitest'
import type { Reply } from '#domain/rsvp.ts'
import { describe, engines, outcomeOf, type TestClub, type TestMember, test } from '#test/support/club-test.ts'

const deadline = '2026-11-24T19:00:00.000Z'
const tooLate = '2026-11-24T19:00:00.001Z'

/** An officer, and how members reply to a practice tonight. */
async function practiceOf(club: TestClub) {
  const kai = await club.officer({ nameFirst: 'Kai' })
  const practiceId = await club.practice()
  const reply = (member: TestMember, answer: Reply | null) => member.api.practices.answer({ practiceId, answer })
  const record = () => kai.api.practiceRecord.get({ practiceId })
  const setDeadline = (expected: number | null, hours: number | null) =>
    kai.api.managePractices.setReplyDeadline({ practiceId, expected, hours })
  return { kai, practiceId, reply, record, setDeadline }
}

describe.each(engines)('the reply deadline (%s)', () => {
  test.override({ options: { now: deadline, club: { practices: { replyDeadlineHours: 4 } } } })

  test('later replies are saved, and marked for the member and for officers', async ({ club, ana, ben }) => {
    const { practiceId, reply, record } = await practiceOf(club)
    const cam = await club.member({ hasCar: 1, carCapacity: 2 })
    expect(await reply(cam, 'archer')).toMatchObject({ myAnswerLate: false })
    club.clock.set(tooLate)
    expect(await reply(ana, 'archer')).toMatchObject({ archers: 2, myAnswerLate: true })
    expect(await reply(ben, 'cant-come')).toMatchObject({ cantCome: 1, myAnswerLate: true })
    // Who replied in time may still become a driver.
    expect(await reply(cam, 'driver')).toMatchObject({ drivers: 1, myAnswerLate: false })
    const mine = { id: practiceId, replyBy: deadline, myAnswerLate: true }
    expect((await ana.api.home.get()).next).toMatchObject([mine])
    expect((await ben.api.myPractices.get()).ahead).toMatchObject([mine])
    const { practice, answers, cantCome, lateWithdrawals } = await record()
    expect(practice).toMatchObject({ replyDeadlineHours: null, clubDeadlineHours: 4, replyBy: deadline })
    expect(answers.map(({ memberId, answeredAt, late }) => [memberId, answeredAt, late])).toEqual([
      [cam.id, deadline, false],
      [ana.id, tooLate, true],
    ])
    expect(cantCome).toMatchObject([{ memberId: ben.id, answeredAt: tooLate, late: true }])
    expect(lateWithdrawals).toEqual([])
  })

  test('who gives up a spot or a turn later is listed, once, also after replying again', async ({ club, ana, ben }) => {
    const { kai, practiceId, reply, record } = await practiceOf(club)
    await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 1 })
    const cam = await club.member()
    await reply(cam, 'archer')
    await reply(cam, null)
    for (const member of [ana, ben]) await reply(member, 'archer')
    club.clock.set(tooLate)
    await reply(ben, null)
    for (const _twice of [1, 2]) await reply(ana, 'cant-come')
    const withdrawals = async () =>
      (await record()).lateWithdrawals.map(({ memberId, gaveUp, withdrawnAt }) => [memberId, gaveUp, withdrawnAt])
    const both = [
      [ana.id, 'spot', tooLate],
      [ben.id, 'waitlist', tooLate],
    ]
    expect((await withdrawals()).sort()).toEqual(both.toSorted())
    await reply(ben, 'archer')
    expect((await record()).answers).toMatchObject([{ memberId: ben.id, position: null, late: true }])
    expect(await withdrawals()).toHaveLength(2)
    await club.clock.advance(60_000)
    await reply(ben, 'cant-come')
    expect((await withdrawals())[0]).toEqual([ben.id, 'spot', '2026-11-24T19:01:00.001Z'])
  })

  test('officers set a practice’s own, which moves with it; the same twice changes it once', async ({ club, ana }) => {
    const { practiceId, reply, record, setDeadline } = await practiceOf(club)
    club.clock.set(tooLate)
    await reply(ana, 'archer')
    for (const _twice of [1, 2]) await setDeadline(null, 2)
    expect(await outcomeOf(setDeadline(null, 0))).toBe('changed-meanwhile')
    expect(await record()).toMatchObject({
      practice: { replyDeadlineHours: 2, replyBy: '2026-11-24T21:00:00.000Z' },
      answers: [{ late: false }],
    })
    const earlier = { startsAt: '2026-11-24T21:00:00.000Z' }
    await club.db.updateTable('practice').set(earlier).where('id', '=', practiceId).execute()
    expect((await record()).answers).toMatchObject([{ late: true }])
    await setDeadline(2, 0)
    expect((await ana.api.home.get()).next).toMatchObject([{ replyBy: null, myAnswerLate: false }])
    const rows = club.db.selectFrom('audit').select(['before', 'after']).where('action', '=', 'practice.reply-deadline')
    expect(await rows.orderBy('at').execute()).toHaveLength(2)
  })
})
