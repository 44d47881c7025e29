import { expect } from 'vitest'
import { createTestClub, describe, type TestClub, test, usualEngines } from '#test/support/club-test.ts'
import { insert } from '#test/support/insert.ts'
import { finishedWizard as complete, raceFinish } from '#test/support/races.ts'
import { removeGuard } from '#test/support/without-transactions.ts'

describe.each(usualEngines)('the welcome wizard (%s)', (engine) => {
  test('keeps the draft on the server, field by field, and forgets it after Finish', async ({ club }) => {
    const ana = await newcomer(club)
    expect(await ana.api.welcome.get()).toEqual({ draft: {}, today: '2026-11-24' })
    await ana.api.welcome.saveDraft({ nameFirst: 'Ana', birthday: '2005-02' })
    await ana.api.welcome.saveDraft({ birthday: '2005-02-28', pronouns: ['She/Her'] })
    expect((await ana.api.welcome.get()).draft).toEqual({
      nameFirst: 'Ana',
      birthday: '2005-02-28',
      pronouns: ['She/Her'],
    })
    await ana.api.welcome.finish(complete)
    expect(await club.db.selectFrom('profileDraft').selectAll().execute()).toEqual([])
  })

  // Shows: 2.103, 3.7, 3.9, 3.10, 3.11, 3.12, 3.13, 3.14, 3.16, 3.17, 3.26, 4.10, 9.12, 9.13
  test('Finish saves the profile, gives two day passes, and opens the member pages', async ({ club }) => {
    const ana = await newcomer(club)
    await expect(ana.api.home.get()).rejects.toMatchObject({ code: 'FINISH_SETUP' })
    expect(await ana.api.welcome.finish(complete)).toEqual({
      dayPasses: 2,
      claimed: { practices: 0, paidPractices: 0, dayPasses: 0 },
    })
    expect(await ana.row()).toMatchObject({
      hasLoggedIn: 1,
      nameFirst: 'Ana',
      nameLast: 'Lopez',
      birthday: '2005-02-28',
      bowType: 'Recurve',
      personalEquipment: 'No',
      hasCar: 1,
      carCapacity: 5,
      rm01Completed: 1,
      pronouns: '["She/Her","xe/xem"]',
      dayPasses: 2,
      pass: 'none',
    })
    const ledger = await club.db
      .selectFrom('ledger')
      .select(['currency', 'amount', 'cause'])
      .where('memberId', '=', ana.id)
      .execute()
    expect(ledger).toEqual([{ currency: 'day-passes', amount: 2, cause: 'welcome:mailbox:1' }])
    expect((await ana.api.home.get()).pass).toMatchObject({ current: 'none', dayPasses: 2 })
    expect((await ana.api.session.get()).person).toMatchObject({ hasLoggedIn: true, displayName: 'Ana Lopez' })
    // Afterwards, neither the draft nor Finish is accepted.
    for (const act of [() => ana.api.welcome.saveDraft({ nameFirst: 'Eve' }), () => ana.api.welcome.finish(complete)])
      await expect(act()).rejects.toMatchObject({ data: { reason: 'already-finished' } })
    expect((await ana.row()).dayPasses).toBe(2)
  })

  // Shows: 5.7, 5.8, 5.10
  test('Finish with gaps is refused, names each field, and changes nothing', async ({ club }) => {
    const ana = await newcomer(club)
    const { birthday: _birthday, bowType: _bowType, ...gaps } = complete
    await expect(ana.api.welcome.finish({ ...gaps, pronouns: [] })).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message: 'Please fill out all required fields',
      data: { fields: { birthday: expect.any(String), bowType: expect.any(String), pronouns: expect.any(String) } },
    })
    expect((await ana.row()).hasLoggedIn).toBe(0)
  })

  // Shows: T38, ASVS 2.3.1
  test('Finish is accepted once of fifty, and more often without the guard (negative control)', async ({ club }) => {
    expect(await raceFinish(club)).toEqual([])
    removeGuard(club)
    expect(await raceFinish(club, 'ben')).not.toEqual([])
  })

  // Shows: 3.12, 3.13, 3.14, 3.21
  test('Finish gives what the club has configured, and clears capacity and RM01 of someone without a car', async () => {
    await using club = await createTestClub(engine, { club: { welcome: { dayPasses: 1, paidPractices: 3 } } })
    const ana = await newcomer(club)
    await ana.api.welcome.finish({ ...complete, hasCar: false })
    const car = { hasCar: 0, carCapacity: 0, rm01Completed: 0 }
    expect(await ana.row()).toMatchObject({ ...car, dayPasses: 1, paidPractices: 3 })
  })

  // Shows: 3.22, 3.36, 3.37, 3.38, 3.50, 7.30, 7.31, 7.32, T39
  test('claims what was pre-registered for exactly this address, each row once', async ({ club, practiceId }) => {
    const other = await club.practice({ title: 'Other' })
    const open = { email: 'ana@purdue.edu', practiceId: null, paid: null, consumedAt: null }
    await insert(
      club.db,
      'preRegistration',
      { ...open, id: 'a', kind: 'attendance', practiceId },
      { ...open, id: 'b', kind: 'carpool', practiceId },
      { ...open, id: 'c', kind: 'paid', paid: 4 },
      { ...open, id: 'd', kind: 'attendance', email: 'anna@purdue.edu', practiceId: other },
      { ...open, id: 'e', kind: 'paid', email: 'ana+x@purdue.edu', paid: 9 },
    )
    const ana = await newcomer(club, 'ana@purdue.edu')
    expect(await ana.api.welcome.finish(complete)).toMatchObject({ claimed: { practices: 1, paidPractices: 5 } })
    expect(await ana.api.home.get()).toMatchObject({ attended: 1, balance: 4 })
    const credits = await club.db.selectFrom('carpoolCredit').select(['practiceId', 'memberId']).execute()
    expect(credits).toEqual([{ practiceId, memberId: ana.id }])
    const left = await club.db
      .selectFrom('preRegistration')
      .select('id')
      .where('consumedAt', 'is', null)
      .orderBy('id')
      .execute()
    expect(left.map((row) => row.id)).toEqual(['d', 'e'])
  })
})

function newcomer(club: TestClub, email?: string) {
  return club.member({ hasLoggedIn: 0, nameFirst: '', nameLast: '', pronouns: '[]', ...(email ? { email } : {}) })
}
