import { expect } from 'vitest'
import { countOutstanding } from '#server/queries/members.ts'
import { describe, engines, test, tuesdayEvening } from '#test/support/club-test.ts'
import { attend } from '#test/support/held-practice.ts'

describe.each(engines)('the number of members who owe practices (%s)', () => {
  test('is of verified members who are here, and of practices that were not deleted', async ({ club }) => {
    const { db } = club
    const past = await club.practice({ title: 'Past' })
    await club.member()
    const paid = await club.member({ paidPractices: 1 })
    const removed = await club.member({ removedAt: tuesdayEvening })
    const [unverified, owing] = [await club.member({ verified: false }), await club.member()]
    await attend(club, past, [paid.id, removed.id, unverified.id, owing.id])
    expect(await countOutstanding(db)).toBe(1)
    await db.updateTable('practice').set({ deletedAt: tuesdayEvening }).where('id', '=', past).execute()
    expect(await countOutstanding(db)).toBe(0)
  })
})
