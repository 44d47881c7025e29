import { expect } from 'vitest'
import { describe, outcomeOf, type TestClub, type TestMember, test, usualEngines } from '#test/support/club-test.ts'
import { attend, held, rsvp } from '#test/support/held-practice.ts'

/** A practice on a day of November 2026, with those who had a spot and those who came. */
async function heldOn(club: TestClub, day: string, { spots, came }: Record<'spots' | 'came', TestMember[]>) {
  const practiceId = await held(club, `2026-11-${day}`)
  const ids = (members: TestMember[]) => members.map(({ id }) => id)
  await rsvp(club, practiceId, ids(spots))
  await attend(club, practiceId, ids(came))
  return practiceId
}

describe.each(usualEngines)('what officers see of a coming practice (%s)', () => {
  test('is who hasn’t replied, and about how many will come', async ({ club, kai }) => {
    const long = { createdAt: '2025-09-01T12:00:00.000Z' }
    await club.db.updateTable('member').set(long).where('id', '=', kai.id).execute()
    const named = (nameFirst: string, facts = {}) => club.member({ nameFirst, nameLast: 'X', ...long, ...facts })
    const [ana, ben, cam] = [await named('Ana'), await named('Ben'), await named('Cam')]
    await named('Absent')
    const now = '2026-11-24T12:00:00.000Z'
    await named('New', { createdAt: now })
    await named('Newer', { createdAt: now, hasLoggedIn: 0 })
    for (const day of ['03', '05']) await heldOn(club, day, { spots: [ana, ben], came: [ana, ben, cam] })
    for (const day of ['10', '12']) await heldOn(club, day, { spots: [ana, ben], came: [ana, cam] })
    const practiceId = await club.practice()
    await ana.api.practices.answer({ practiceId, answer: 'archer' })
    const record = await kai.api.practiceRecord.get({ practiceId })
    expect(record.notReplied.map(({ name }) => name)).toEqual(['Ben X', 'Cam X', 'New X'])
    // Ana: (4 + 6 · 6/8) / (4 + 6), and Cam comes without a reply.
    expect(record.forecast?.heads).toBeCloseTo(0.85 + 1)
    expect(record.forecast?.error?.practices).toBe(1)
    expect(record.forecast?.error?.replies).toBe(0)
    const { practices } = await kai.api.managePractices.get()
    expect(practices[0]).toMatchObject({ id: practiceId, notReplied: 3, expected: 2 })
    expect(practices[1]).toMatchObject({ notReplied: null, expected: null })
    await ben.api.practices.answer({ practiceId, answer: 'cant-come' })
    expect((await kai.api.practiceRecord.get({ practiceId })).notReplied.map(({ name }) => name)).toEqual([
      'Cam X',
      'New X',
    ])
  })
})

describe.each(usualEngines)('a no-show (%s)', () => {
  test('can be excused with a reason, which the member sees and which doesn’t count against them', async ({
    club,
    kai,
    ana,
    ben,
  }) => {
    const first = await heldOn(club, '03', { spots: [ana, ben], came: [ben] })
    for (const day of ['05', '10']) await heldOn(club, day, { spots: [ana, ben], came: [ana, ben] })
    const next = await club.practice()
    await ana.api.practices.answer({ practiceId: next, answer: 'archer' })
    const heads = async () => (await kai.api.practiceRecord.get({ practiceId: next })).forecast?.heads
    const missed = async () => (await ana.api.myPractices.get()).missed
    const excuse = (facts = {}) =>
      outcomeOf(
        kai.api.managePractices.setExcuse({
          ...{ practiceId: first, memberId: ana.id, excused: true, reason: 'Was ill' },
          ...facts,
        }),
      )
    expect(await missed()).toEqual([{ id: first, title: '2026-11-03', startsOn: '2026-11-03', excuse: null }])
    expect(await heads()).toBeLessThan(1)
    expect(await excuse({ reason: ' ' })).toBe('INVALID_FIELD')
    expect(await excuse({ memberId: ben.id })).toBe('no-no-show')
    for (let i = 0; i < 2; i++) expect(await excuse()).toBe('went through')
    expect(await missed()).toMatchObject([{ excuse: 'Was ill' }])
    expect(await heads()).toBe(1)
    const { answers } = await kai.api.practiceRecord.get({ practiceId: first })
    expect(answers.find(({ memberId }) => memberId === ana.id)?.excuse).toBe('Was ill')
    for (let i = 0; i < 2; i++) await excuse({ excused: false, reason: '' })
    expect(await missed()).toMatchObject([{ excuse: null }])
    const audit = club.db
      .selectFrom('audit')
      .select(['action', 'target', 'reason'])
      .where('action', 'like', 'attendance%')
    expect(await audit.orderBy('at').orderBy('action').execute()).toEqual([
      { action: 'attendance.excuse', target: `${first} ${ana.id}`, reason: 'Was ill' },
      { action: 'attendance.unexcuse', target: `${first} ${ana.id}`, reason: '' },
    ])
  })
})
