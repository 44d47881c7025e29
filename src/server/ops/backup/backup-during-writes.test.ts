import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { schemaVersion } from '#server/db/migrate.ts'
import { filesIn } from '#server/ops/files/club-files.ts'
import { createPlaces, quiver } from '#test/support/backup.ts'
import { createTestClub, type EngineName, engines, type TestClub, type TestMember } from '#test/support/club.ts'
import { createBackup } from './create-backup.ts'
import { openPostgresSnapshot, openSqliteSnapshot, postgresRows, type Snapshot, sqliteRows } from './snapshot.ts'

/** A live practice, and members who each have one unused day pass. */
async function gather(engine: EngineName, size: number) {
  const club = await createTestClub(engine)
  const practiceId = await club.livePractice()
  const members: TestMember[] = []
  for (let i = 0; i < size; i++) members.push(await club.member({ dayPasses: 1 }))
  return { club, practiceId, members }
}

const databaseOf = (club: TestClub) => join(club.dataDir, 'quiver.db')

describe.each(engines)('a backup while members check in (%s)', (engine) => {
  /** Takes a backup during which this is done before each table is read. */
  async function backUpAmid(
    club: TestClub,
    folder: string,
    facts: { snapshot: Snapshot; act: () => Promise<unknown> },
  ) {
    const { snapshot, act } = facts
    await createBackup(folder, {
      async openSnapshot() {
        return {
          ...snapshot,
          async *rows(table) {
            await act()
            yield* snapshot.rows(table)
          },
        }
      },
      files: filesIn(join(club.dataDir, 'files')),
      secretMark: club.ctx.secrets.mark,
      storedSecret: null,
      progress() {},
    })
  }

  // Shows: T73
  test.each([
    [
      'is of one moment, however much is written between one table and the next',
      openSnapshot,
      0,
      'All 24 checks passed.',
    ],
    ['without its transaction would be torn (negative control)', openTorn, 1, 'WRONG  Totals match the ledger'],
  ])('%s', async (_, open, code, says) => {
    await using places = createPlaces()
    const { club, practiceId, members } = await gather(engine, 30)
    const backup = places.fresh()
    const act = () => members.pop()?.api.practices.checkIn({ practiceId, usePass: true }) ?? Promise.resolve()
    await backUpAmid(club, backup, { snapshot: await open(club), act })
    expect(await club.db.selectFrom('attendance').select('memberId').execute()).toHaveLength(30)
    const restored = await quiver(await places.empty(engine), 'restore', backup)
    expect([restored.code, restored.said]).toEqual([code, expect.stringContaining(says)])
    await club[Symbol.asyncDispose]()
  })
})

function openSnapshot(club: TestClub) {
  return club.databaseUrl === null
    ? openSqliteSnapshot(databaseOf(club), systemClock)
    : openPostgresSnapshot(club.databaseUrl, systemClock)
}

/** Without the snapshot: each table as it is at the moment it is read. */
async function openTorn(club: TestClub): Promise<Snapshot> {
  const facts = { schema: schemaVersion, takenAt: new Date().toISOString() }
  if (club.databaseUrl === null) {
    const database = new DatabaseSync(databaseOf(club), { readOnly: true })
    return { ...facts, engine: 'sqlite', rows: sqliteRows(database), close: async () => database.close() }
  }
  const client = new pg.Client({ connectionString: club.databaseUrl })
  await client.connect()
  await client.query('begin isolation level read committed')
  return { ...facts, engine: 'postgres', rows: postgresRows(client), close: () => client.end() }
}
