import { sql } from 'kysely'
import type { Engine, Tx } from '#server/db/database.ts'
import { migrateWithin, schemaVersion } from '#server/db/migrate.ts'
import { CommandRefused } from '#server/ops/cli/terminal.ts'
import { rowsOf } from './check-backup.ts'
import type { Row, Value } from './encode-row.ts'
import type { Manifest } from './manifest.ts'
import { cleanUpAfterRestore } from './post-restore.ts'
import type { Table } from './tables.ts'

/** Both engines take so many in one statement. */
const mostParameters = 10_000

export type Backup = { folder: string; manifest: Manifest; tables: Table[] }

/** Makes the tables as they were, puts the rows in, and brings them up to date: in the caller's transaction, so all or nothing. */
export async function loadBackup(tx: Tx, engine: Engine, backup: Backup, facts: Facts) {
  const { folder, manifest, tables } = backup
  await migrateWithin(tx, engine, manifest.schema)
  for (const table of tables) {
    facts.tell(table.name)
    await insertRows(tx, engine, table, rowsOf(folder, manifest, table))
  }
  await migrateWithin(tx, engine, schemaVersion)
  await cleanUpAfterRestore(tx, manifest, facts)
}

type Facts = { nowMs: number; keepLogins: boolean; tell: (what: string) => void }

async function insertRows(tx: Tx, engine: Engine, table: Table, rows: AsyncIterable<Row>) {
  const atOnce = Math.floor(mostParameters / table.columns.length)
  let waiting: Row[] = []
  for await (const row of rows) {
    if (engine === 'postgres') assertWithoutNul(table, row)
    waiting.push(row)
    if (waiting.length < atOnce) continue
    await insert(tx, table, waiting)
    waiting = []
  }
  if (waiting.length > 0) await insert(tx, table, waiting)
}

export async function insert(tx: Tx, { name, columns }: Table, rows: Row[]) {
  const tuple = (row: Row) => sql`(${sql.join(columns.map((column): Value => row[column.name] ?? null))})`
  await sql`
    insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column.name)))})
    values ${sql.join(rows.map(tuple))}`.execute(tx.withoutPlugins())
}

/** The one sign that SQLite's text can hold and PostgreSQL's cannot. */
function assertWithoutNul(table: Table, row: Row) {
  const column = table.columns.find(({ name }) => typeof row[name] === 'string' && row[name].includes('\0'))
  if (!column) return
  const key = table.key.map(({ name }) => `${name} ${row[name]}`).join(', ')
  throw new CommandRefused(
    `${table.name} (${key}) has a NUL character in ${column.name}, which PostgreSQL can’t store. Nothing was restored. Restore into SQLite instead.`,
  )
}
