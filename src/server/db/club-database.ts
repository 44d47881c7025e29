import { join } from 'node:path'
import type { Environment } from '../config/environment.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

type Where = Pick<Environment, 'databaseUrl' | 'dataDir'>

/** The file of the built-in database, whether or not it is there; null on PostgreSQL. */
export function databaseFile({ databaseUrl, dataDir }: Where) {
  return databaseUrl === null ? join(dataDir, 'quiver.db') : null
}

/** Opens the database of an environment, migrated. */
export async function openClubDatabase(where: Where): Promise<Database> {
  const file = databaseFile(where)
  const database = openDatabase(file === null ? { url: where.databaseUrl ?? '' } : { file })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
