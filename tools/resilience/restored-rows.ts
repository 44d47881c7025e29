import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { schemaVersion } from '#server/db/migrate.ts'
import { tablesAt } from '#server/ops/backup/tables.ts'

/** Tables a restore changes on purpose: queued emails, versions, photos whose files came later, calendar links and codes that end. */
const changed = new Set(['mail_outbox', 'topic_version', 'picture', 'feed_token', 'scorecard'])
/** Tables that are empty after a restore: sessions, links in emails, devices. */
const ended = new Set(['session', 'kiosk', 'verification', 'push_subscription'])

/** Returns the names of tables whose rows differ between a backup and its restored database, and the number of equal ones. */
export async function compareRestored(backup: string, db: Db) {
  const different: string[] = []
  let rows = 0
  for (const { name } of await tablesAt(schemaVersion)) {
    const text = await readFile(join(backup, 'tables', `${name}.ndjson`), 'utf8')
    const written = text.split('\n').filter(Boolean)
    const { rows: found } = await sql<TableRow>`select * from ${sql.table(name)}`.execute(db.withoutPlugins())
    rows += found.length
    if (!isAsMeant(name, found, written)) different.push(name)
  }
  return { different, rows }
}

type TableRow = Record<string, unknown>

function isAsMeant(table: string, found: TableRow[], written: string[]) {
  if (ended.has(table)) return found.length === 0
  if (changed.has(table)) return found.length >= written.length
  return hashOf(found) === hashOf(written.map(parseRow))
}

function parseRow(line: string): TableRow {
  return JSON.parse(line)
}

/** Independent of the order of rows and columns. */
function hashOf(rows: TableRow[]) {
  const lines = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort()
  const digest = createHash('sha256')
  for (const line of lines) digest.update(line).update('\n')
  return digest.digest('hex')
}
