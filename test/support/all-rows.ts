import { sql } from 'kysely'
import { schemaVersion } from '#server/db/migrate.ts'
import { tablesAt } from '#server/ops/backup/tables.ts'
import type { TestClub } from './club.ts'

let tables: ReturnType<typeof tablesAt> | undefined

/** Changes as emails are sent, which is no one's mutation. */
const ofSending = ['next_try_at', 'claimed_at', 'sent_at', 'tries', 'sealed']
const defaultLeftOut = (table: string, column: string) => table === 'mail_outbox' && ofSending.includes(column)

/** Every table with its rows, as the database has them. */
export async function rowsOfTables({ db }: Pick<TestClub, 'db'>) {
  tables ??= tablesAt(schemaVersion)
  const found: { name: string; rows: Record<string, unknown>[] }[] = []
  for (const { name } of await tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.withoutPlugins())
    found.push({ name, rows })
  }
  return found
}

/** Every row of every table, as JSON: everything that a mutation could have changed. */
export async function allRows(
  club: Pick<TestClub, 'db'>,
  isLeftOut = defaultLeftOut,
): Promise<Record<string, string[]>> {
  const texts = (await rowsOfTables(club)).map(({ name, rows }) => {
    const kept = rows.map((row) => Object.entries(row).filter(([column]) => !isLeftOut(name, column)))
    return [name, kept.map((row) => JSON.stringify(Object.fromEntries(row))).toSorted()]
  })
  return Object.fromEntries(texts)
}

/** How many rows each table has. */
export async function countRows(club: Pick<TestClub, 'db'>) {
  return Object.fromEntries((await rowsOfTables(club)).map(({ name, rows }) => [name, rows.length]))
}
