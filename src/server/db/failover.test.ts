import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestClub } from '#test/support/club.ts'
import { startPostgres } from '#test/support/postgres.ts'

/**
 * After a failover or a crash that lost commits, PostgreSQL assigns the same transaction IDs and topic versions again, to other
 * changes. This database commits asynchronously, so that a crash loses acknowledged writes.
 */
test('a change that bears the numbers of one that was lost is shown, and told of', { timeout: 120_000 }, async () => {
  await using postgres = await startPostgres()
  await using club = await createTestClub('postgres', { beside: { databaseUrl: postgres.url } })
  const ana = await club.member()
  const heard: string[] = []
  club.ctx.hub.subscribe(({ topic }) => void heard.push(topic))
  const dayPasses = async () => (await ana.api.home.get()).pass.dayPasses
  const set = (passes: number) =>
    club.ctx.write(async (tx, announce) => {
      await tx.updateTable('member').set({ dayPasses: passes }).where('id', '=', ana.id).execute()
      announce(`member:${ana.id}`)
    })
  const snapshot = async () =>
    (await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(club.db)).rows[0]?.snapshot
  await set(1)
  let lost = 0
  for (let passes = 10; passes < 20 && lost < 2; passes++) {
    await sql`checkpoint`.execute(club.db)
    const before = await dayPasses()
    await set(passes)
    const shown = { passes: await dayPasses(), snapshot: await snapshot() }
    await postgres.restart('crash')
    await expect.poll(() => snapshot().catch(() => null)).not.toBeNull()
    const row = await club.db
      .selectFrom('member')
      .select('dayPasses')
      .where('id', '=', ana.id)
      .executeTakeFirstOrThrow()
    if (row.dayPasses !== before) continue
    heard.length = 0
    await set(100 + passes)
    if ((await snapshot()) === shown.snapshot) lost++
    expect(await dayPasses()).toBe(100 + passes)
    await club.clock.advance(10_000)
    await expect.poll(() => heard).toContain(`member:${ana.id}`)
  }
  expect(lost, 'it was lost, and its number given again').toBe(2)
})
