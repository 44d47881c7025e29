import { describe, expect, test } from 'vitest'
import { createTestClub, usualEngines } from '#test/support/club.ts'

const ana = {
  nameFirst: 'Ana',
  nameLast: 'Lopez',
  birthday: '2005-02-28',
  bowType: 'Recurve',
  personalEquipment: 'No',
  pronouns: '["She/Her"]',
} as const

const wanted = { mail: true, push: true }

describe.each(usualEngines)('my profile (%s)', (engine) => {
  test('is what I entered, with my address and the club’s day', async () => {
    await using club = await createTestClub(engine)
    const me = await club.member({ ...ana, hasCar: 1, carCapacity: 4, rm01Completed: 1, email: 'ana@purdue.edu' })
    await club.member({ nameFirst: 'Ben' })
    expect(await me.api.profile.get()).toEqual({
      ...ana,
      email: 'ana@purdue.edu',
      pictureUrl: '/default-pfp.png',
      hasCar: true,
      carCapacity: 4,
      rm01Completed: true,
      pronouns: ['She/Her'],
      news: { changed: wanted, place: wanted, drive: wanted },
      today: '2026-11-24',
    })
  })

  test('is changed field by field, and other screens are told', async () => {
    await using club = await createTestClub(engine)
    const me = await club.member(ana)
    const before = await me.row()
    club.announced.length = 0
    await me.api.profile.save({ nameLast: '  Lopez Garcia ', pronouns: ['xe/xem', 'XE/XEM'] })
    expect(await me.row()).toEqual({ ...before, nameLast: 'Lopez Garcia', pronouns: '["xe/xem"]' })
    expect([...club.announced].sort()).toEqual(['members', `member:${me.id}`, 'practices'].sort())
    await me.api.profile.save({ birthday: '1900-01-01', bowType: 'undecided', personalEquipment: 'Yes' })
    expect(await me.row()).toMatchObject({
      birthday: '1900-01-01',
      bowType: 'undecided',
      personalEquipment: 'Yes',
      nameFirst: 'Ana',
    })
    expect((await me.api.session.get()).person?.displayName).toBe('Ana Lopez Garcia')
  })

  test('loses capacity and RM01 with the car', async () => {
    await using club = await createTestClub(engine)
    const me = await club.member({ ...ana, hasCar: 1, carCapacity: 4, rm01Completed: 1 })
    await me.api.profile.save({ hasCar: false })
    expect(await me.row()).toMatchObject({ hasCar: 0, carCapacity: 0, rm01Completed: 0 })
  })

  test.each([
    [{ nameFirst: ' ' }, 'nameFirst', 'Please fill out your name and birthday'],
    [{ birthday: '2026-11-25' }, 'birthday', 'Please fill out your name and birthday'],
    [{ bowType: null }, 'bowType', 'Please select your bow type and equipment status'],
    [{ hasCar: true, carCapacity: 9 }, 'carCapacity', 'Enter a whole number from 1 to 8, including the driver.'],
    [{ pronouns: [] }, 'pronouns', 'Please select or add at least one pronoun'],
  ])('is refused a change with a gap, in the wizard’s words: %o', async (change, field, message) => {
    await using club = await createTestClub(engine)
    const me = await club.member(ana)
    const before = await me.row()
    await expect(me.api.profile.save({ nameLast: 'Lost', ...change })).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      message,
      data: { fields: { [field]: expect.stringMatching(/./) } },
    })
    expect(await me.row()).toEqual(before)
  })

  test('can be changed despite gaps in another step', async () => {
    await using club = await createTestClub(engine)
    const me = await club.member({ birthday: null, bowType: null })
    await me.api.profile.save({ pronouns: ['He/Him'] })
    expect(await me.row()).toMatchObject({ pronouns: '["He/Him"]', birthday: null })
  })

  test('keeps fields that are changed on three devices together', async () => {
    await using club = await createTestClub(engine)
    const me = await club.member(ana)
    for (let round = 0; round < 5; round++) {
      const changes = [{ nameFirst: `Ana ${round}` }, { nameLast: `Lopez ${round}` }, { pronouns: [`p${round}`] }]
      await Promise.all(changes.map((change) => me.api.profile.save(change)))
      expect(await me.api.profile.get()).toMatchObject(Object.assign({}, ...changes))
    }
  })
})
