import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '#server/clock.ts'
import { CommandRefused } from '#server/ops/cli/terminal.ts'
import type { Row } from './encode-row.ts'
import { type Snapshot, selectInOrder } from './snapshot.ts'
import type { Table } from './tables.ts'

/** By a connection of its own that can't write. The server goes on writing into its log (WAL), which this does not read. */
export async function openSqliteSnapshot(file: string, clock: Clock): Promise<Snapshot> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.exec('pragma busy_timeout = 5000')
    const takenAt = new Date(clock.now()).toISOString()
    database.exec('begin')
    // The first read is what takes the snapshot.
    const schema = schemaOf(database)
    assertSound(database)
    return { engine: 'sqlite', schema, takenAt, rows: sqliteRows(database), close: async () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Reads tables on a connection, as they are at each moment unless it is in a transaction. */
export function sqliteRows(database: DatabaseSync) {
  return (table: Table): Iterable<Row> => {
    const statement = database.prepare(selectInOrder(table, ''))
    statement.setReadBigInts(true)
    return statement.iterate() as Iterable<Row>
  }
}

function schemaOf(database: DatabaseSync) {
  const known = database.prepare("select 1 from sqlite_master where name = 'schema_version'").get()
  return known ? Number(database.prepare('select max(version) as version from schema_version').get()?.version) : null
}

/** A damaged file would be copied as if nothing were wrong, and sound backups thrown away in its favour one by one. */
function assertSound(database: DatabaseSync) {
  const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check
  if (found !== 'ok')
    throw new CommandRefused(
      `The database is damaged (${String(found).replace(/\s+/g, ' ')}), so it wasn’t backed up. Keep your last good backup, and run "verify" for details.`,
    )
}
