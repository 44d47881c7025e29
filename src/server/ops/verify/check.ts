import { sql } from 'kysely'
import type { Database, Db, Engine } from '#server/db/database.ts'
import type { ClubFiles } from '#server/ops/files/club-files.ts'

/** What a check reads: a consistent snapshot of all tables. */
export type Snapshot = {
  db: Db
  engine: Engine
  now: string
  files: Pick<ClubFiles, 'list'>
  /** The start of the day of an instant, in the club's time zone. */
  startOfDay: (at: string) => string
  /** Of the club's settings. */
  promoteUntilHours: number
}

export type Finding = {
  /** What was checked, with counts: `60 members, 1,083 rows`. */
  looked: string
  /** One line per invalid row, with IDs only. */
  wrong: string[]
}

/** An invariant of the data; the title states it. Checks only read. */
export type Check = { title: string; look: (snapshot: Snapshot) => Promise<Finding> }

/**
 * Reads in one read transaction, which sees a consistent snapshot and blocks no writer. On SQLite that needs a deferred transaction; the
 * app's own ones take the write lock (db/node-sqlite-dialect.ts).
 */
export function readSnapshot<T>({ db, engine }: Database, read: (db: Db) => Promise<T>): Promise<T> {
  if (engine === 'postgres')
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // Reading a whole club may take longer than the usual statement timeout.
        await sql`set local statement_timeout = 0`.execute(tx)
        return read(tx)
      })
  return db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}
