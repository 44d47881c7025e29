import { sql } from 'kysely'
import type { Database, Db, Engine } from '#server/db/database.ts'
import type { ClubFiles } from '#server/ops/files/club-files.ts'

/** What a check looks at: all tables as they were at one moment. */
export type Snapshot = {
  db: Db
  engine: Engine
  now: string
  files: Pick<ClubFiles, 'list'>
  /** The instant at which the club's day of an instant began. */
  startOfDay: (at: string) => string
}

export type Finding = {
  /** What was looked at, with its number: `60 members, 1,083 rows`. */
  looked: string
  /** One line for each wrong row, with ids only. */
  wrong: string[]
}

/** A promise about the records, named by what is true while it is kept. Checks change nothing. */
export type Check = { title: string; look: (snapshot: Snapshot) => Promise<Finding> }

/**
 * Reads in one transaction that sees one moment and holds no writer up: on SQLite a deferred one, which our own
 * transactions are not (db/node-sqlite-dialect.ts).
 */
export function readSnapshot<T>({ db, engine }: Database, read: (db: Db) => Promise<T>): Promise<T> {
  if (engine === 'postgres')
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // A whole club may take longer than the few seconds that a request may.
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
