import { join } from 'node:path'
import { sql } from 'kysely'
import type { Environment } from '#server/ops/config/environment.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate, schemaVersion } from './migrate.ts'

type Where = Pick<Environment, 'databaseUrl' | 'dataDir'>

/** The file of the built-in database, whether or not it is there; null on PostgreSQL. */
export function databaseFile({ databaseUrl, dataDir }: Where) {
  return databaseUrl === null ? join(dataDir, 'quiver.db') : null
}

type Options = {
  /** For who can't wait for a dead line (database.ts). */
  silentForMs?: number
  /** Awaited before a database with a club in it is brought up to date; what it throws leaves the database as it was. */
  beforeUpdate: (versions: { from: number; to: number }) => Promise<void>
}

/** Opens the database of an environment, migrated. */
export async function openClubDatabase(where: Where, { beforeUpdate, ...limits }: Options): Promise<Database> {
  const file = databaseFile(where)
  const database = openDatabase(file === null ? { url: where.databaseUrl ?? '', ...limits } : { file })
  try {
    const from = await versionOf(database)
    if (from > 0 && from < schemaVersion) await beforeUpdate({ from, to: schemaVersion })
    if (from !== schemaVersion) await migrateApart(where, database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** On PostgreSQL by a line of its own: a long step says nothing for longer than other lines may. */
async function migrateApart({ databaseUrl }: Where, database: Database) {
  if (databaseUrl === null) return migrate(database)
  const apart = openDatabase({ url: databaseUrl, poolSize: 1, keepAlive: true })
  try {
    await migrate(apart)
  } finally {
    await apart.close()
  }
}

/**
 * 0 when there is no club yet. Asked by reading alone: a command that comes while the server writes need not wait for its
 * turn to migrate nothing.
 */
async function versionOf({ db }: Database) {
  try {
    const { rows } = await sql<{ version: number | null }>`select max(version) as version from schema_version`.execute(
      db,
    )
    return rows[0]?.version ?? 0
  } catch {
    // No such table yet. Whatever else is wrong, migrating says so.
    return 0
  }
}
