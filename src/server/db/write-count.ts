import { sql } from 'kysely'
import type { Engine, Tx } from './database.ts'

/** A mark that differs from an earlier one of the same transaction if it has written anything since. */
export async function countWrites(tx: Tx, engine: Engine): Promise<string> {
  const mark = engine === 'sqlite' ? sql`total_changes()` : sql`coalesce(pg_current_xact_id_if_assigned()::text, '')`
  const { rows } = await sql<{ mark: unknown }>`select ${mark} as mark`.execute(tx)
  return String(rows[0]?.mark)
}
