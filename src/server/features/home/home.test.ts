import { expect } from 'vitest'
import { setRole } from '#server/features/members/roles.ts'
import { describe, type TestMember, test, usualEngines } from '#test/support/club-test.ts'
import { lacksOfficers } from './dashboard-data.ts'

describe.each(usualEngines)('the home page (%s)', () => {
  // Shows: 7.6
  test('of a new club is empty', async ({ ana }) => {
    const home = await ana.api.home.get()
    expect(home).toMatchObject({
      live: null,
      next: [],
      upcoming: [],
      endedEarly: [],
      cancelled: [],
      past: [],
      maps: [],
    })
    expect(home).toMatchObject({ balance: 0, attended: 0, pass: { current: 'none', dayPasses: 0 } })
    expect(home).toMatchObject({ needs: null, unset: [], hasSamples: false, hasSampleSettings: false })
  })

  test('offers the command for the first officer on this computer, until there is one', async ({ club, ben }) => {
    const ana = await club.member({ email: "o'brien+$(date)@purdue.edu" })
    const offered = async () => [(await ana.api.home.get()).officerCommand, (await ben.api.home.get()).officerCommand]
    expect(await offered()).toEqual([
      "npm run quiver -- officer add 'o'\\''brien+$(date)@purdue.edu'",
      `npm run quiver -- officer add ${ben.email}`,
    ])
    expect(await lacksOfficers(club.ctx)).toBe(true)
    expect(await lacksOfficers({ ...club.ctx, baseUrl: 'https://quiver.example.edu' })).toBe(false)
    expect(await setRole(club.ctx, { email: ben.email, role: 'Officer' })).toMatchObject({ outcome: 'changed' })
    expect(await offered()).toEqual([null, null])
  })

  test('tells officers, not members, which club bows those with a spot need', async ({ club }) => {
    const kai = await club.officer({ bowType: 'Compound', personalEquipment: 'Yes' })
    const needy = { personalEquipment: 'No' } as const
    const ana = await club.member({ ...needy, bowType: 'Recurve' })
    const ben = await club.member({ ...needy, bowType: 'undecided', hasCar: 1, carCapacity: 4 })
    // Imported members without a bow type need a bow, too.
    const cas = await club.member({ ...needy, bowType: null })
    const waits = await club.member({ ...needy, bowType: 'Barebow' })
    const gone = await club.member({ ...needy, bowType: 'Barebow' })
    const practiceId = await club.practice()
    await gone.api.practices.answer({ practiceId, answer: 'archer' })
    await kai.api.members.remove({ memberId: gone.id })
    for (const who of [kai, ana, cas]) await who.api.practices.answer({ practiceId, answer: 'archer' })
    await ben.api.practices.answer({ practiceId, answer: 'driver' })
    await kai.api.managePractices.setLimit({ practiceId, expected: null, limit: 4 })
    await waits.api.practices.answer({ practiceId, answer: 'archer' })
    const clubBows = { Recurve: 1, Compound: 0, Barebow: 0, undecided: 2 }
    const seenBy = async ({ api }: TestMember) => {
      const { next, upcoming } = await api.home.get()
      return [...next, ...upcoming, ...(await api.myPractices.get()).ahead].map((card) => card.clubBows)
    }
    expect(await seenBy(kai)).toEqual([clubBows, clubBows, clubBows])
    expect(await seenBy(ana)).toEqual([null, null, null])
    expect((await kai.api.practiceRecord.get({ practiceId })).practice.clubBows).toEqual(clubBows)
    // A profile change counts right away.
    await ana.api.profile.save({ bowType: 'Compound', personalEquipment: 'Yes' })
    expect((await kai.api.home.get()).next[0]?.clubBows).toEqual({ ...clubBows, Recurve: 0 })
  })
})
