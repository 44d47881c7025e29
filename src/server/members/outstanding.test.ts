import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createTestClub, engines, type TestClub, tuesdayEvening } from '#test/support/club.ts'
import { recordStatements, type Statement } from '#test/support/recorded-statements.ts'
import { createOutstanding } from './outstanding.ts'
import { countOutstanding } from './queries.ts'

/** One who owes a practice, two who owe none, and a practice at which nobody was. */
async function addThree(club: TestClub) {
  const owing = await club.member()
  const other = await club.member({ paidPractices: 1 })
  const ahead = await club.member({ paidPractices: 5 })
  const practiceId = await club.practice()
  const attended = (memberId: string, at = practiceId) =>
    ({ practiceId: at, memberId, checkedInAt: tuesdayEvening, checkedInBy: null, reason: '' }) as const
  const past = await club.practice({ title: 'Past' })
  await club.db
    .insertInto('attendance')
    .values([attended(owing.id, past), attended(other.id, past)])
    .execute()
  return { club, owing: owing.id, other: other.id, ahead: ahead.id, practiceId, past, attended }
}

type Facts = Awaited<ReturnType<typeof addThree>>

/** Each changes how many owe something, past whatever announces changes; and what the trigger says that notices it. */
const writes: [what: string, trigger: string, write: (facts: Facts) => { execute(): Promise<unknown> }][] = [
  [
    'somebody comes',
    'insert on main.attendance',
    ({ club, other, attended, practiceId }) => club.db.insertInto('attendance').values(attended(other, practiceId)),
  ],
  [
    'somebody has not been there after all',
    'delete on main.attendance',
    ({ club, owing }) => club.db.deleteFrom('attendance').where('memberId', '=', owing),
  ],
  [
    'it was somebody else',
    'update on main.attendance',
    ({ club, owing, ahead }) =>
      club.db.updateTable('attendance').set({ memberId: ahead }).where('memberId', '=', owing),
  ],
  [
    'somebody pays',
    'update of paid_practices',
    ({ club, owing }) => club.db.updateTable('member').set({ paidPractices: 1 }).where('id', '=', owing),
  ],
  [
    'somebody is removed',
    'update of paid_practices',
    ({ club, owing }) => club.db.updateTable('member').set({ removedAt: tuesdayEvening }).where('id', '=', owing),
  ],
  [
    'an address is not verified any more',
    'update of email_verified',
    ({ club, owing }) => club.db.updateTable('user').set({ emailVerified: 0 }).where('id', '=', owing),
  ],
  [
    'a practice is deleted',
    'update of deleted_at',
    ({ club, past }) => club.db.updateTable('practice').set({ deletedAt: tuesdayEvening }).where('id', '=', past),
  ],
]

const owingMore = (what: string) => (what === 'somebody comes' ? 1 : -1)

describe.each(engines)('how many owe practices (%s)', (engine) => {
  test('is right whoever wrote, and whatever was written', async () => {
    await using club = await createTestClub(engine)
    const { outstanding } = club.parts.clubHome
    for (const [what, , write] of writes) {
      const facts = await addThree(club)
      const before = await outstanding.count()
      await write(facts).execute()
      expect([what, await outstanding.count()]).toEqual([what, before + owingMore(what)])
      expect(await countOutstanding(club.db)).toBe(before + owingMore(what))
    }
  })

  test('is right after what another process writes, and after what was rolled back', async () => {
    await using club = await createTestClub(engine)
    const { owing } = await addThree(club)
    const { outstanding } = club.parts.clubHome
    expect(await outstanding.count()).toBe(1)
    const rolledBack = club.parts.write(async (tx) => {
      await tx.deleteFrom('attendance').execute()
      throw new Error('not after all')
    })
    const counted = outstanding.count()
    await expect(rolledBack).rejects.toThrow('not after all')
    expect([await counted, await outstanding.count()]).toEqual([1, 1])
    const beside = openDatabase(
      club.databaseUrl === null ? { file: `${club.dataDir}/quiver.db` } : { url: club.databaseUrl },
    )
    await beside.db.updateTable('member').set({ paidPractices: 1 }).where('id', '=', owing).execute()
    await beside.close()
    expect(await outstanding.count()).toBe(0)
  })
})

test('nobody is looked at of whom nothing has changed', async () => {
  await using club = await createTestClub('sqlite')
  const { other, attended, practiceId } = await addThree(club)
  const { outstanding } = club.parts.clubHome
  await outstanding.count()
  await club.db.insertInto('attendance').values(attended(other, practiceId)).execute()
  const asked: Statement[] = []
  const stop = recordStatements((statement) => void asked.push(statement))
  expect([await outstanding.count(), await outstanding.count()]).toEqual([2, 2])
  stop()
  expect(asked.filter((each) => each.sql.includes('"member"')).map(({ values }) => values.includes(other))).toEqual([
    true,
  ])
})

test('without its trigger, a write is not noticed (the control)', async () => {
  await using club = await createTestClub('sqlite')
  for (const [what, when, write] of writes) {
    const facts = await addThree(club)
    const outstanding = createOutstanding(club.parts.database)
    const before = await outstanding.count()
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_temp_master where sql like ${`% ${when}%`}`.execute(club.db)
    for (const { name } of rows) await sql.raw(`drop trigger temp.${name}`).execute(club.db)
    await write(facts).execute()
    expect([what, await outstanding.count()]).toEqual([what, before])
    expect(await countOutstanding(club.db)).toBe(before + owingMore(what))
  }
})
