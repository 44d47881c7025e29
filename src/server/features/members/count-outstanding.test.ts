import { describe, expect, test } from 'vitest'
import { countOutstanding } from '#server/queries/members.ts'
import { createTestClub, engines, type TestClub, tuesdayEvening } from '#test/support/club.ts'

/** One member who owes a practice, two who don't, and a practice without attendance. */
async function addThree(club: TestClub) {
  const owing = await club.member()
  const other = await club.member({ paidPractices: 1 })
  await club.member({ paidPractices: 5 })
  const practiceId = await club.practice()
  const past = await club.practice({ title: 'Past' })
  const attended = (memberId: string, at = practiceId) =>
    ({ practiceId: at, memberId, checkedInAt: tuesdayEvening, checkedInBy: null, reason: '' }) as const
  await club.db
    .insertInto('attendance')
    .values([attended(owing.id, past), attended(other.id, past)])
    .execute()
  return { owing: owing.id, other: other.id, past, attended }
}

type Members = Awaited<ReturnType<typeof addThree>>

const changes: [
  what: string,
  by: number,
  write: (club: TestClub, facts: Members) => { execute(): Promise<unknown> },
][] = [
  ['someone attends', 1, (club, { other, attended }) => club.db.insertInto('attendance').values(attended(other))],
  [
    'someone did not attend after all',
    -1,
    (club, { owing }) => club.db.deleteFrom('attendance').where('memberId', '=', owing),
  ],
  [
    'someone pays',
    -1,
    (club, { owing }) => club.db.updateTable('member').set({ paidPractices: 1 }).where('id', '=', owing),
  ],
  [
    'a member is removed',
    -1,
    (club, { owing }) => club.db.updateTable('member').set({ removedAt: tuesdayEvening }).where('id', '=', owing),
  ],
  [
    'an email address is no longer verified',
    -1,
    (club, { owing }) => club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', owing),
  ],
  [
    'a practice is deleted',
    -1,
    (club, { past }) => club.db.updateTable('practice').set({ deletedAt: tuesdayEvening }).where('id', '=', past),
  ],
]

describe.each(engines)('the number of members who owe practices (%s)', (engine) => {
  test.each(changes)('changes when %s', async (_, by, write) => {
    await using club = await createTestClub(engine)
    const facts = await addThree(club)
    expect(await countOutstanding(club.db)).toBe(1)
    await write(club, facts).execute()
    expect(await countOutstanding(club.db)).toBe(1 + by)
  })
})
