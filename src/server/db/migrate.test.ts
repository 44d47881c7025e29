import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { createDatabase } from '#test/support/postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, schemaVersion } from './migrate.ts'

/** Processes of a new club, each with its own connections. */
async function openProcesses(count: number) {
  const database = await createDatabase(inject('postgresUrl'))
  const processes = Array.from({ length: count }, () => openDatabase({ url: database.url }))
  return {
    processes,
    async [Symbol.asyncDispose]() {
      for (const each of processes) await each.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

async function versionsIn({ db }: Database) {
  const { rows } = await sql<{ version: number }>`select version from schema_version order by 1`.execute(db)
  return rows.map(({ version }) => version)
}

const all = Array.from({ length: schemaVersion }, (_, index) => index + 1)

// Shows: T72
test('processes that start together on an empty database migrate it once', async () => {
  await using at = await openProcesses(5)
  const done = await Promise.allSettled(at.processes.map((each) => migrate(each)))
  expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
  expect(await versionsIn(at.processes[0] as Database)).toEqual(all)
})

test('a step that meets a table in use lets the others go first, and comes again', async () => {
  await using at = await openProcesses(2)
  const [club, next] = at.processes as [Database, Database]
  await migrate(club, 12)
  const reading = await club.db.startTransaction().execute()
  await sql`lock table scorecard in access share mode`.execute(reading)
  let isDone = false
  const migrated = migrate(next, 13).then(() => (isDone = true))
  await expect.poll(() => waitsForTable(club)).toBe(true)
  // A query now queues behind the migration, but not for long.
  const begunAt = performance.now()
  await sql`select count(*) from scorecard`.execute(club.db)
  expect(performance.now() - begunAt).toBeLessThan(3000)
  expect(isDone).toBe(false)
  await reading.rollback().execute()
  await migrated
  expect((await versionsIn(club)).at(-1)).toBe(13)
})

async function waitsForTable({ db }: Database) {
  const { rows } = await sql`
    select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'scorecard'::regclass
  `.execute(db)
  return rows.length > 0
}
