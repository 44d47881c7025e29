import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * On SQLite, what was deleted is overwritten in the file (`secure_delete`), but pages as they were go on lying in the
 * write-ahead log until it is emptied. While another process reads, this does what it can; the hourly clearing away does
 * it again.
 */
export async function checkpointWal({ db, engine }: Database) {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
