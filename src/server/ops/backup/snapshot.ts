import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Engine } from '#server/db/database.ts'
import { CommandRefused } from '#server/ops/terminal.ts'
import type { BackupRow, Table, Value } from './tables.ts'

/** A consistent snapshot of all tables, valid until closed. It doesn't block writes. */
export type Snapshot = {
  engine: Engine
  /** The schema version; null if there is no club. */
  schema: number | null
  /** Everything committed before this instant is included. */
  takenAt: string
  /** Sorted bytewise by key, so that the same rows give the same file on both engines. */
  rows: (table: Table) => Iterable<BackupRow> | AsyncIterable<BackupRow>
  close: () => Promise<void>
}

function selectInOrder(table: Table, collation: string) {
  const order = table.key.map(({ name, text }) => (text ? `${quoted(name)}${collation}` : quoted(name)))
  return `select ${table.columns.map(({ name }) => quoted(name)).join(', ')} from ${quoted(table.name)} order by ${order.join(', ')}`
}

function quoted(name: string) {
  return `"${name}"`
}

/** On its own read-only connection. In WAL mode, the server can keep writing, and the snapshot doesn't see it. */
export async function openSqliteSnapshot(file: string, clock: Clock): Promise<Snapshot> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.exec('pragma busy_timeout = 5000')
    const takenAt = new Date(clock.now()).toISOString()
    database.exec('begin')
    // The first read starts the snapshot.
    const schema = sqliteSchema(database)
    assertSound(database)
    return { engine: 'sqlite', schema, takenAt, rows: sqliteRows(database), close: async () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Reads tables on a connection; a consistent snapshot only inside a transaction. */
export function sqliteRows(database: DatabaseSync) {
  return (table: Table): Iterable<BackupRow> => {
    const statement = database.prepare(selectInOrder(table, ''))
    statement.setReadBigInts(true)
    return statement.iterate() as Iterable<BackupRow>
  }
}

function sqliteSchema(database: DatabaseSync) {
  const known = database.prepare("select 1 from sqlite_master where name = 'schema_version'").get()
  return known ? Number(database.prepare('select max(version) as version from schema_version').get()?.version) : null
}

/** Otherwise a damaged database would be backed up without notice, until only damaged backups are left. */
function assertSound(database: DatabaseSync) {
  const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check
  if (found !== 'ok')
    throw new CommandRefused(
      `The database is damaged (${String(found).replace(/\s+/g, ' ')}), so it wasn’t backed up. Keep your last good backup, and run "verify" for details.`,
    )
}

const rowsAtOnce = 1000

/** On its own connection, in one repeatable-read transaction, which locks no rows. */
export async function openPostgresSnapshot(connectionString: string, clock: Clock): Promise<Snapshot> {
  const client = await connect(connectionString)
  try {
    const takenAt = new Date(clock.now()).toISOString()
    await client.query('begin isolation level repeatable read read only')
    // The first query starts the snapshot.
    const schema = await postgresSchema(client)
    return { engine: 'postgres', schema, takenAt, rows: postgresRows(client), close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  // If the connection is lost while idle, the next query fails.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Reads tables on a connection, 1,000 rows at a time. */
export function postgresRows(client: pg.Client) {
  return async function* rows(table: Table): AsyncIterable<BackupRow> {
    await client.query(`declare reading no scroll cursor for ${selectInOrder(table, ' collate "C"')}`)
    for (;;) {
      const { rows, fields } = await client.query({
        text: `fetch ${rowsAtOnce} from reading`,
        rowMode: 'array',
        types: { getTypeParser: () => String },
      })
      const readers = fields.map(({ name, dataTypeID }) => readerOf(`${table.name}.${name}`, dataTypeID))
      for (const row of rows as (string | null)[][])
        yield Object.fromEntries(
          fields.map(({ name }, i): [string, Value] => [name, asValue(row[i] ?? null, readers[i])]),
        )
      if (rows.length < rowsAtOnce) break
    }
    await client.query('close reading')
  }
}

type Reader = (text: string) => Value

/** Parsers for PostgreSQL's text format by type OID. */
const readers = new Map<number, Reader>([
  [20, BigInt],
  [21, BigInt],
  [23, BigInt],
  [25, (text) => text],
  [1043, (text) => text],
  [701, Number],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
])

function readerOf(column: string, type: number): Reader {
  const reader = readers.get(type)
  if (!reader) throw new TypeError(`${column} has a type (${type}) that backups don’t support`)
  return reader
}

function asValue(text: string | null, reader: Reader | undefined) {
  return text === null || !reader ? null : reader(text)
}

async function postgresSchema(client: pg.Client) {
  const { rows: known } = await client.query<{ known: boolean }>(
    "select to_regclass('schema_version') is not null as known",
  )
  if (!known[0]?.known) return null
  const { rows } = await client.query<{ version: number }>('select max(version) as version from schema_version')
  return rows[0]?.version ?? null
}
