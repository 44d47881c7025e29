import { describe, expect, test } from 'vitest'
import { countOutstanding } from '#server/queries/members.ts'
import { createTestClub, engines, tuesdayEvening } from '#test/support/club.ts'

describe.each(engines)('the number of members who owe practices (%s)', (engine) => {
  test('is of verified members who are here, and of practices that were not deleted', async () => {
    await using club = await createTestClub(engine)
    const { db } = club
    const past = await club.practice({ title: 'Past' })
    const attend = async (paidPractices = 0) => {
      const { id } = await club.member({ paidPractices })
      const row = { practiceId: past, memberId: id, checkedInAt: tuesdayEvening, checkedInBy: null, reason: '' }
      await db.insertInto('attendance').values(row).execute()
      return id
    }
    await attend(1)
    const [pays, leaves, unverified, absent, owes] = [1, 2, 3, 4, 5].map(() => attend())
    await club.member({ paidPractices: 5 })
    const changes = [
      db
        .updateTable('member')
        .set({ paidPractices: 1 })
        .where('id', '=', (await pays) ?? ''),
      db
        .updateTable('member')
        .set({ removedAt: tuesdayEvening })
        .where('id', '=', (await leaves) ?? ''),
      db
        .updateTable('user')
        .set({ emailVerified: 0 })
        .where('id', '=', (await unverified) ?? ''),
      db.deleteFrom('attendance').where('memberId', '=', (await absent) ?? ''),
    ]
    await owes
    const counts = [await countOutstanding(db)]
    for (const change of changes) {
      await change.execute()
      counts.push(await countOutstanding(db))
    }
    expect(counts).toEqual([5, 4, 3, 2, 1])
    await db.updateTable('practice').set({ deletedAt: tuesdayEvening }).where('id', '=', past).execute()
    expect(await countOutstanding(db)).toBe(0)
  })
})
