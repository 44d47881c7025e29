import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { tablesAt } from '#server/backup/tables.ts'
import type { Db } from '#server/db/database.ts'
import { schemaVersion } from '#server/db/migrate.ts'

/** What a restore changes on purpose: mails that waited, versions, and rows of pictures whose files came later. */
const changed = new Set(['mail_outbox', 'topic_version', 'picture'])

/** Names of tables whose rows in a backup are not, value by value, those that were restored from it; and how many are. */
export async function compareRestored(backup: string, db: Db) {
  const different: string[] = []
  let rows = 0
  for (const { name } of await tablesAt(schemaVersion)) {
    const text = await readFile(join(backup, 'tables', `${name}.ndjson`), 'utf8')
    const written = text.split('\n').filter(Boolean)
    const { rows: found } = await sql<Row>`select * from ${sql.table(name)}`.execute(db.withoutPlugins())
    rows += found.length
    if (changed.has(name) ? found.length < written.length : hashOf(found) !== hashOf(written.map(parseRow)))
      different.push(name)
  }
  return { different, rows }
}

type Row = Record<string, unknown>

function parseRow(line: string): Row {
  return JSON.parse(line)
}

/** Whatever the order of rows and columns. */
function hashOf(rows: Row[]) {
  const lines = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()
  const digest = createHash('sha256')
  for (const line of lines) digest.update(line).update('\n')
  return digest.digest('hex')
}
