import pg from 'pg'
import type { Clock } from '#server/clock.ts'
import type { Row, Value } from './encode-row.ts'
import { type Snapshot, selectInOrder } from './snapshot.ts'
import type { Table } from './tables.ts'

const rowsAtOnce = 1000

/** By a connection of its own, in one transaction that reads what was committed when it began and locks no row. */
export async function openPostgresSnapshot(connectionString: string, clock: Clock): Promise<Snapshot> {
  const client = await connect(connectionString)
  try {
    const takenAt = new Date(clock.now()).toISOString()
    await client.query('begin isolation level repeatable read read only')
    // The first query is what takes the snapshot.
    const schema = await schemaOf(client)
    return { engine: 'postgres', schema, takenAt, rows: postgresRows(client), close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 })
  // A connection that is lost while nothing is asked shows in the next query.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Reads tables on a connection, a thousand rows at a time. */
export function postgresRows(client: pg.Client) {
  return async function* rows(table: Table): AsyncIterable<Row> {
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

/** By PostgreSQL's numbers for its types, each from how it writes a value out. */
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

async function schemaOf(client: pg.Client) {
  const { rows: known } = await client.query<{ known: boolean }>(
    "select to_regclass('schema_version') is not null as known",
  )
  if (!known[0]?.known) return null
  const { rows } = await client.query<{ version: number }>('select max(version) as version from schema_version')
  return rows[0]?.version ?? null
}
