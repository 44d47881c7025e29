import { join } from 'node:path'
import { sql } from 'kysely'
import type { Environment } from '../config/environment.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, schemaVersion } from './migrate.ts'

type Where = Pick<Environment, 'databaseUrl' | 'dataDir'>

/** The file of the built-in database, whether or not it is there; null on PostgreSQL. */
export function databaseFile({ databaseUrl, dataDir }: Where) {
  return databaseUrl === null ? join(dataDir, 'quiver.db') : null
}

/** Opens the database of an environment, migrated. `silentForMs`: for who can't wait for a dead line (database.ts). */
export async function openClubDatabase(where: Where, limits: { silentForMs?: number } = {}): Promise<Database> {
  const file = databaseFile(where)
  const database = openDatabase(file === null ? { url: where.databaseUrl ?? '', ...limits } : { file })
  try {
    if (!(await isMigrated(database))) await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Asked by reading alone: a command that comes while the server writes need not wait for its turn to migrate nothing. */
async function isMigrated({ db }: Database) {
  try {
    const { rows } = await sql<{ version: number }>`select max(version) as version from schema_version`.execute(db)
    return rows[0]?.version === schemaVersion
  } catch {
    // No such table yet. Whatever else is wrong, migrating says so.
    return false
  }
}
