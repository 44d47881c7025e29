import type { Kysely } from 'kysely'
import { cleanLine, cleanLines } from '#domain/clean-text.ts'

type Row = Record<string, string>

/** Columns with text that people or files brought; those in JSON are cleaned inside their strings. */
const texts: { table: string; key: string[]; columns: Record<string, (text: string) => string> }[] = [
  { table: 'member', key: ['id'], columns: { name_first: cleanLine, name_last: cleanLine, pronouns: inJson } },
  { table: 'profile_draft', key: ['member_id'], columns: { draft: inJson } },
  {
    table: 'practice',
    key: ['id'],
    columns: { title: cleanTitle, location: cleanLine, description: cleanLines, organizer: cleanLine },
  },
  {
    table: 'calendar_event',
    key: ['id'],
    columns: { title: cleanTitle, location: cleanLine, description: cleanLines },
  },
  { table: 'attendance', key: ['practice_id', 'member_id'], columns: { reason: cleanLine } },
  { table: 'store_line', key: ['id'], columns: { name: cleanLine, product: cleanLine, reason: cleanLine } },
  { table: 'scorecard', key: ['id'], columns: { setup: inJson } },
  { table: 'scorecard_sheet', key: ['card_id', 'keeper_id'], columns: { slots: inJson } },
]

/**
 * Text that was stored before all input was cleaned. Only rows that change are written, which are few, so that hardly
 * any lock is held; the ledger and the audit log, which never change, are cleaned when they are read.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in 0001
export async function up(db: Kysely<any>) {
  for (const { table, key, columns } of texts) {
    const names = Object.keys(columns)
    const rows: Row[] = await db
      .selectFrom(table)
      .select([...key, ...names])
      .where((eb) => eb.or(names.map((name) => eb(name, '<>', ''))))
      .execute()
    for (const row of rows) {
      const changed = names.flatMap((name) => {
        const text = columns[name]?.(row[name] ?? '') ?? ''
        return text === row[name] ? [] : [[name, text] as const]
      })
      if (changed.length === 0) continue
      let query = db.updateTable(table).set(Object.fromEntries(changed))
      for (const name of key) query = query.where(name, '=', row[name])
      await query.execute()
    }
  }
}

/** A practice always has a title. */
function cleanTitle(text: string) {
  return cleanLine(text) || 'Practice'
}

function inJson(json: string) {
  try {
    return JSON.stringify(JSON.parse(json, (_key, value) => (typeof value === 'string' ? cleanLine(value) : value)))
  } catch {
    return json
  }
}
