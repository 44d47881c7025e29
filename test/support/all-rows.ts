import { sql } from 'kysely'
import { schemaVersion } from '#server/db/migrate.ts'
import { tablesAt } from '#server/ops/backup/tables.ts'
import type { TestClub } from './club.ts'

let tables: ReturnType<typeof tablesAt> | undefined

/** Changes as emails are sent, which is no one's mutation. */
const leftOut: Record<string, string[]> = { mail_outbox: ['next_try_at', 'claimed_at', 'sent_at', 'tries', 'sealed'] }

/** Every row of every table, as JSON: everything that a mutation could have changed. */
export async function allRows(club: Pick<TestClub, 'db'>): Promise<Record<string, string[]>> {
  tables ??= tablesAt(schemaVersion)
  const plain = club.db.withoutPlugins()
  const found: Record<string, string[]> = {}
  for (const { name, columns } of await tables) {
    const read = columns.map((column) => column.name).filter((column) => !leftOut[name]?.includes(column))
    const list = sql.join(read.map((column) => sql.ref(column)))
    const { rows } = await sql<object>`select ${list} from ${sql.table(name)}`.execute(plain)
    found[name] = rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return found
}
