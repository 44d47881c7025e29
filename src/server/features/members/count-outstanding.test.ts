import { expect } from 'vitest'
import { countOutstanding } from '#server/queries/members.ts'
import { describe, engines, type TestClub, test, tuesdayEvening } from '#test/support/club-test.ts'

describe.each(engines)('the number of members who owe practices (%s)', () => {
  test('is of verified members who are here, and of practices that were not deleted', async ({ club }) => {
    const { db } = club
    const past = await club.practice({ title: 'Past' })
    const attend = async (member: Parameters<TestClub['member']>[0]) => {
      const { id } = await club.member(member)
      const row = { practiceId: past, memberId: id, checkedInAt: tuesdayEvening, checkedInBy: null, reason: '' }
      await db.insertInto('attendance').values(row).execute()
      return id
    }
    await club.member()
    await attend({ paidPractices: 1 })
    await attend({ removedAt: tuesdayEvening })
    const unverified = await attend({})
    await db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', unverified).execute()
    await attend({})
    expect(await countOutstanding(db)).toBe(1)
    await db.updateTable('practice').set({ deletedAt: tuesdayEvening }).where('id', '=', past).execute()
    expect(await countOutstanding(db)).toBe(0)
  })
})
