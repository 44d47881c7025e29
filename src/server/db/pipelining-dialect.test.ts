import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { recordStatements } from '#test/support/recorded-statements.ts'

const draft = (id: string) => ({ id, topics: '[]' })

test('a transaction’s queries are sent without waiting for one another, and carried out in order', async () => {
  await using club = await createTestClub('postgres')
  const sent: string[] = []
  const seen: string[] = []
  const endRecording = recordStatements(({ sql }) => sent.push(sql))
  try {
    const [, count] = await club.ctx.write(async (tx) => {
      const together = Promise.all([
        tx.insertInto('topicOutbox').values(draft('one')).execute(),
        tx.selectFrom('topicOutbox').select('id').execute(),
      ])
      // Before any result, the beginning included.
      seen.push(...sent)
      return together
    })
    expect(count).toEqual([{ id: 'one' }])
  } finally {
    endRecording()
  }
  expect(seen).toEqual(['begin', expect.stringContaining('insert into'), expect.stringContaining('select "id"')])
})

test('when one of them fails, so do those after it, and nothing is stored', async () => {
  await using club = await createTestClub('postgres')
  const outcome = club.ctx.write(async (tx) => {
    const outcomes = await Promise.allSettled([
      tx.insertInto('topicOutbox').values(draft('before')).execute(),
      sql`select 1 / 0`.execute(tx),
      tx.insertInto('topicOutbox').values(draft('after')).execute(),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  })
  // Not even by an operation that overlooks the failure.
  await expect(outcome).rejects.toThrow()
  expect(await club.db.selectFrom('topicOutbox').select('id').execute()).toEqual([])
})

test('a write whose announcement cannot be stored fails with that error, and stores nothing', async () => {
  await using club = await createTestClub('postgres')
  const ana = await club.member()
  await sql`alter table topic_outbox add constraint refused check (topics = '')`.execute(club.db)
  const write = club.ctx.write(async (tx, announce) => {
    announce('members')
    await tx.updateTable('member').set({ nameFirst: 'Changed' }).where('id', '=', ana.id).execute()
  })
  await expect(write).rejects.toThrow('violates check constraint "refused"')
  const row = await club.db.selectFrom('member').select('nameFirst').where('id', '=', ana.id).executeTakeFirstOrThrow()
  expect(row.nameFirst).not.toBe('Changed')
})

test('a query that is sent after its operation has failed is refused, and does not reach the connection’s next user', async () => {
  await using club = await createTestClub('postgres')
  let late: Promise<unknown> = Promise.resolve()
  let goOn = () => {}
  const failed = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const write = club.ctx.write(async (tx) => {
    late = failed.then(() => tx.insertInto('topicOutbox').values(draft('late')).execute())
    late.catch(() => {})
    await sql`select 1`.execute(tx)
    throw new Error('refused on purpose')
  })
  await expect(write).rejects.toThrow('refused on purpose')
  goOn()
  await expect(late).rejects.toThrow()
  expect(await club.db.selectFrom('topicOutbox').select('id').execute()).toEqual([])
})
