import { expect } from 'vitest'
import { brokenRules } from '#test/support/broken-rules.ts'
import {
  describe,
  engines,
  goodPassword,
  outcomeOf,
  type TestClub,
  type TestMember,
  test,
} from '#test/support/club-test.ts'
import { raceLastMinute, racePlaces } from '#test/support/rsvp-races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'
import { promoteOverdue } from './spots.ts'

/** A practice with two spots and four members who RSVP in this order. */
async function fullPractice(club: TestClub) {
  const kai = await club.officer()
  const practiceId = await club.practice()
  await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 2 })
  const four: TestMember[] = []
  for (const nameFirst of ['Ana', 'Ben', 'Cam', 'Dee']) {
    const member = await club.member({ nameFirst, hasCar: 1, carCapacity: 3 })
    await club.clock.advance(1000)
    await member.api.practices.answer({ practiceId, answer: 'archer' })
    four.push(member)
  }
  const [ana, ben, cam, dee] = four as [TestMember, TestMember, TestMember, TestMember]
  const cardOf = async (member: TestMember) => (await member.api.home.get()).next[0]
  const setLimit = (expected: number | null, limit: number | null) =>
    kai.api.managePractices.setLimit({ practiceId, expected, limit })
  const withdraw = (member: TestMember) => member.api.practices.answer({ practiceId, answer: null })
  /** First names: members with a spot, then the waitlist. */
  async function lists() {
    const { answers } = await kai.api.practiceRecord.get({ practiceId })
    const named = (list: typeof answers) => list.map(({ name }) => name.split(' ')[0]).join(' ')
    const inside = answers.filter(({ position }) => position === null)
    return `${named(inside)} | ${named(answers.filter((one) => !inside.includes(one)))}`
  }
  /** How many emails about a freed spot there are for the member. */
  const emailsTo = async ({ id }: TestMember) => {
    const rows = club.db.selectFrom('mailOutbox').select('kind').where('userId', '=', id).where('kind', '=', 'place')
    return (await rows.execute()).length
  }
  return { kai, practiceId, ana, ben, cam, dee, cardOf, setLimit, withdraw, lists, emailsTo }
}

describe.each(engines)('spots and the waitlist (%s)', () => {
  test('spots go in the order of RSVPs; a freed one goes to the first who waits, with an email', async ({ club }) => {
    const { ana, cam, dee, cardOf, withdraw, lists, emailsTo } = await fullPractice(club)
    expect(await lists()).toBe('Ana Ben | Cam Dee')
    const counts = { archers: 2, drivers: 0, seats: 0, waiting: 2, attendanceLimit: 2 }
    expect(await cardOf(ana)).toMatchObject({ ...counts, myAnswer: 'archer', myPosition: null })
    expect(await cardOf(dee)).toMatchObject({ ...counts, myAnswer: 'archer', myPosition: 2 })
    expect(await withdraw(ana)).toMatchObject({ archers: 2, waiting: 1, myPosition: null })
    expect(await lists()).toBe('Ben Cam | Dee')
    expect(await cardOf(cam)).toMatchObject({ myAnswer: 'archer', myPosition: null })
    expect(await cardOf(dee)).toMatchObject({ myPosition: 1 })
    expect([await emailsTo(cam), await emailsTo(dee)]).toEqual([1, 0])
  })

  test('a higher limit lets in as many as fit; a lower one takes no spot away', async ({ club }) => {
    const { ana, ben, setLimit, lists, withdraw, emailsTo, cam, dee } = await fullPractice(club)
    await setLimit(2, 1)
    expect(await lists()).toBe('Ana Ben | Cam Dee')
    await withdraw(ana)
    expect(await lists()).toBe('Ben | Cam Dee')
    await setLimit(1, 2)
    expect(await lists()).toBe('Ben Cam | Dee')
    await setLimit(2, null)
    expect(await lists()).toBe('Ben Cam Dee | ')
    expect([await emailsTo(ben), await emailsTo(cam), await emailsTo(dee)]).toEqual([0, 1, 1])
  })

  test('members who are removed or leave free their spot; once restored, they have it again', async ({ club }) => {
    const { kai, ana, ben, lists } = await fullPractice(club)
    await kai.api.members.remove({ memberId: ana.id })
    expect(await lists()).toBe('Ben Cam | Dee')
    await kai.api.members.restore({ memberId: ana.id })
    expect(await lists()).toBe('Ana Ben Cam | Dee')
    await kai.api.members.remove({ memberId: ana.id })
    await club.letADayPass()
    await kai.api.members.erase({ memberId: ana.id })
    expect(await lists()).toBe('Ben Cam | Dee')
    await kai.api.members.remove({ memberId: ben.id })
    expect(await lists()).toBe('Cam Dee | ')
  })

  test('officers may reorder the waitlist, with a reason that is kept', async ({ club }) => {
    const { kai, practiceId, ben, cam, dee, lists, withdraw } = await fullPractice(club)
    const order = (memberIds: string[], reason = 'Cam has shot already this week') =>
      kai.api.managePractices.orderWaiting({ practiceId, memberIds, reason })
    expect(await outcomeOf(order([dee.id, cam.id], ' '))).toBe('INVALID_FIELD')
    await order([dee.id, cam.id])
    expect(await lists()).toBe('Ana Ben | Dee Cam')
    const rows = club.db.selectFrom('audit').selectAll().where('action', '=', 'practice.order-waiting')
    expect((await rows.executeTakeFirstOrThrow()).reason).toBe('Cam has shot already this week')
    await withdraw(ben)
    expect(await lists()).toBe('Ana Dee | Cam')
    // The list has changed since the officer loaded it.
    expect(await outcomeOf(order([cam.id, dee.id]))).toBe('list-changed')
  })

  test('twenty RSVPs together get five spots, and eight who can’t come make room for as many', async ({ club }) => {
    expect(await racePlaces(club)).toEqual([])
    // Without the guard they get more (negative control).
    expect(await racePlaces(club, removeGuard)).not.toEqual([])
  })
})

describe.each(engines)('after the cut-off (%s)', () => {
  // The practice begins in ten minutes.
  test.override({ options: { club: { practices: { promoteUntilHours: 12 } } } })

  test('a freed spot stays free for the first who takes it, and no one gets an email', async ({ club }) => {
    const { practiceId, ana, ben, cam, dee, cardOf, withdraw, lists, emailsTo } = await fullPractice(club)
    expect(await withdraw(ana)).toMatchObject({ archers: 1, waiting: 2 })
    expect(await lists()).toBe('Ben | Cam Dee')
    expect(await brokenRules(club.ctx)).toEqual([])
    expect(await cardOf(dee)).toMatchObject({ promotesUntil: '2026-11-24T11:00:00.000Z', myPosition: 2, archers: 1 })
    const take = async (member: TestMember) => {
      await club.clock.advance(1000)
      return member.api.practices.answer({ practiceId, answer: 'archer' })
    }
    for (const _twice of [1, 2]) expect(await take(dee)).toMatchObject({ archers: 2, waiting: 1, myPosition: null })
    expect(await take(cam)).toMatchObject({ archers: 2, waiting: 1, myPosition: 1 })
    expect(await lists()).toBe('Ben Dee | Cam')
    await withdraw(ben)
    // Someone who hasn't waited takes it as well, and comes after Cam once none is left.
    expect(await take(ana)).toMatchObject({ myPosition: null })
    expect(await take(ben)).toMatchObject({ myPosition: 2 })
    expect(await lists()).toBe('Dee Ana | Cam Ben')
    expect([await emailsTo(cam), await emailsTo(dee)]).toEqual([0, 0])
  })

  type Practice = Awaited<ReturnType<typeof fullPractice>>
  test.for<[what: string, act: (facts: Practice) => Promise<unknown>, lists: string]>([
    ['a member who leaves the club', ({ ana }) => ana.api.account.delete({ password: goodPassword }), 'Ben | Cam Dee'],
    ['one who is removed', ({ kai, ana }) => kai.api.members.remove({ memberId: ana.id }), 'Ben | Cam Dee'],
    ['a lower limit', ({ withdraw, ana, setLimit }) => withdraw(ana).then(() => setLimit(2, 1)), 'Ben | Cam Dee'],
    ['a higher limit, an officer’s word,', ({ setLimit }) => setLimit(2, 3), 'Ana Ben Cam | Dee'],
  ])('%s: who has a spot then', async ([, act, lists], { club }) => {
    const practice = await fullPractice(club)
    await act(practice)
    expect(await practice.lists()).toBe(lists)
    expect(await practice.emailsTo(practice.cam)).toBe(lists.startsWith('Ana') ? 1 : 0)
  })

  test('the waitlist moves up once the practice is moved out of it', async ({ club }) => {
    const { practiceId, ana, cam, withdraw, lists, emailsTo } = await fullPractice(club)
    await withdraw(ana)
    await promoteOverdue(club.ctx)
    expect(await lists()).toBe('Ben | Cam Dee')
    const tomorrow = { startsAt: '2026-11-25T23:00:00.000Z', endsAt: '2026-11-26T01:00:00.000Z' }
    await club.db.updateTable('practice').set(tomorrow).where('id', '=', practiceId).execute()
    await promoteOverdue(club.ctx)
    expect([await lists(), await emailsTo(cam)]).toEqual(['Ben Cam | Dee', 1])
  })

  test('two who withdraw and six who press for their spots leave none empty and none taken twice', async ({ club }) => {
    expect(await raceLastMinute(club)).toEqual([])
    // Without the guard more get one (negative control).
    expect(await raceLastMinute(club, removeGuard)).not.toEqual([])
  })
})
