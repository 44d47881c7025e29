import type { Insertable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

/** Inserts rows directly into a table, past the rules. */
export function insert<Table extends keyof Schema>(
  db: Pick<Db, 'insertInto'>,
  table: Table,
  ...rows: Insertable<Schema[Table]>[]
) {
  const statement = db.insertInto(table).values(rows as never)
  return statement.execute()
}
