import { expect } from 'vitest'
import { describe, test, usualEngines } from '#test/support/club-test.ts'

const ana = {
  nameFirst: 'Ana',
  nameLast: 'Lopez',
  birthday: '2005-02-28',
  bowType: 'Recurve',
  personalEquipment: 'No',
  pronouns: '["She/Her"]',
} as const

describe.each(usualEngines)('my profile (%s)', () => {
  test('is changed field by field, and other screens are told', async ({ club }) => {
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
    // A change with a gap changes nothing.
    const withGap = me.api.profile.save({ nameLast: 'Lost', pronouns: [] })
    await expect(withGap).rejects.toMatchObject({
      code: 'INVALID_FIELD',
      data: { fields: { pronouns: expect.anything() } },
    })
    expect((await me.api.session.get()).person?.displayName).toBe('Ana Lopez Garcia')
  })

  test('keeps fields that are changed on three devices together', async ({ club }) => {
    const me = await club.member(ana)
    for (let round = 0; round < 5; round++) {
      const changes = [{ nameFirst: `Ana ${round}` }, { nameLast: `Lopez ${round}` }, { pronouns: [`p${round}`] }]
      await Promise.all(changes.map((change) => me.api.profile.save(change)))
      expect(await me.api.profile.get()).toMatchObject(Object.assign({}, ...changes))
    }
  })
})
