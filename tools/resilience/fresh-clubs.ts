import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createTestClub, type TestClub } from '#test/support/club.ts'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import { storeImport } from '#test/support/store.ts'
import type { FaultContext } from './fault.ts'

/** Opens new clubs outside of the test runner; on PostgreSQL each has its own database. */
export async function clubsOf(
  context: FaultContext,
  club: NonNullable<Parameters<typeof createTestClub>[1]>['club'] = { storeImport },
): Promise<() => Promise<TestClub>> {
  if (context.engine !== 'postgres') return () => createTestClub('sqlite', { club })
  const postgres = await startPostgres()
  context.onEnd(() => postgres.stop())
  return async () => {
    const { url } = await createDatabase(postgres.url)
    const database = openDatabase({ url })
    await migrate(database)
    await database.close()
    return createTestClub('postgres', { beside: { databaseUrl: url }, club })
  }
}
