import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { allPayloads, payloads } from './payloads.ts'
import type { RunningServer } from './server.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Every column that holds what a person, an officer, a store or a calendar has written. */
const texts: Record<string, string[]> = {
  member: ['name_first', 'name_last'],
  session: ['user_agent'],
  push_subscription: ['user_agent'],
  practice: ['title', 'location', 'description', 'organizer'],
  calendar_event: ['title', 'location', 'description'],
  attendance: ['reason'],
  ledger: ['why'],
  audit: ['reason'],
  pre_registration: ['email'],
  store_line: ['order_id', 'line_id', 'email', 'name', 'product', 'reason', 'for_email'],
  store_address: ['email', 'for_email'],
}
/** The same in JSON: the keys whose texts are somebody's. */
const textsInJson: Record<string, Record<string, string[]>> = {
  member: { pronouns: ['0', '1', '2'] },
  profile_draft: { draft: ['nameFirst', 'nameLast', '0', '1'] },
  scorecard: { setup: ['name'] },
  scorecard_sheet: { slots: ['why'] },
}
/** What is longer than the contract lets an answer be would be shown nowhere. */
const mostLetters: Record<string, number> = { profile_draft: 200, scorecard: 200 }
/** Text that is the program's own: ids, moments, days, hashes, and words from lists. */
const own =
  /(^|_)(id|at|on|until|from|to|key|hash|token|nonce|code|by|start|uid|role|kind|state|source|action|actor|target|currency|cause|pass|fingerprint|password|type|equipment|url|identifier|topic|hits|since|birthday)$/
/** Addresses of the university, which sign-up checks letter by letter; and what is kept as it came in, shown to nobody. */
const ownColumns = [
  ...['user.name', 'user.email', 'user.image', 'member.removed_email', 'session.ip_address', 'verification.value'],
  'practice.drivers_reminded_for',
  'sample_settings.name',
  ...[
    'account.scope',
    'audit.before',
    'audit.after',
    'idempotency.answer',
    'scorecard.summary',
    'scorecard_sheet.confirmed',
  ],
  ...[
    'imported_fact.fact',
    'imported_fact.value',
    'news_off.news',
    'news_off.way',
    'push_subscription.endpoint',
    'push_subscription.p256dh',
    'push_subscription.auth',
  ],
  ...[
    'mail_outbox.sealed',
    'mail_outbox.before',
    'mail_outbox.last_error',
    'calendar_cache.validators',
    'calendar_cache.failure',
  ],
]

/** As a column is called on a screen, beside what it holds. */
export const tagOf = (table: string, column: string) => `⟦${table}.${column}⟧`
export const allTags = [
  ...Object.entries(texts).flatMap(([table, columns]) => columns.map((column) => tagOf(table, column))),
  ...Object.entries(textsInJson).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => tagOf(table, column)),
  ),
]

/** Of the first rows of a table each holds all payloads in one text, of those after them each one of its own. */
const rowsOfAll = 12

/**
 * Adds payloads to every text that somebody has written into the club, past what the server would have admitted: what shows them has
 * to take them as text by itself.
 * @returns columns of text that nobody has said anything about
 */
export function plantPayloads(server: Pick<RunningServer, 'dataDir'>) {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'))
  database.exec('pragma busy_timeout = 5000; begin immediate')
  const names = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map(({ name }) => String(name))
  // Ledger and audit take no change otherwise.
  for (const name of names("select name from sqlite_master where type = 'trigger'"))
    database.exec(`drop trigger ${name}`)
  let slot = 0
  for (const [table, columns] of Object.entries(texts))
    for (const column of columns) rewrite(table, column, (text, row) => text + added(table, column, row))
  for (const [table, columns] of Object.entries(textsInJson))
    for (const [column, keys] of Object.entries(columns))
      rewrite(table, column, (text, row) =>
        JSON.stringify(within(JSON.parse(text), keys, (before) => added(table, column, row, before))),
      )
  const tables = names(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
  )
  const unknown = tables.flatMap((table) =>
    names(`select name from pragma_table_info('${table}') where type = 'TEXT' collate nocase`)
      .filter((column) => !texts[table]?.includes(column) && !textsInJson[table]?.[column] && !own.test(column))
      .map((column) => `${table}.${column}`)
      .filter((name) => !ownColumns.includes(name)),
  )
  database.exec('commit')
  database.close()
  return unknown

  function rewrite(table: string, column: string, change: (text: string, row: number) => string) {
    const rows = database.prepare(`select rowid as place, ${column} as text from ${table} order by rowid`).all()
    const update = database.prepare(`update ${table} set ${column} = ? where rowid = ?`)
    for (const [row, { place, text }] of rows.entries())
      if (typeof text === 'string') update.run(change(text, row), Number(place))
  }
  function added(table: string, column: string, row: number, before = '') {
    const most = mostLetters[table]
    const tag = ` ${tagOf(table, column)} `
    if (most === undefined) return tag + (row < rowsOfAll ? allPayloads : next(payloads))
    return tag + next(payloads.filter((text) => (before + tag + text).length <= most))
  }
  function next(from: string[]) {
    return from[slot++ % from.length] ?? ''
  }
}

/** With something added to the texts under these keys, wherever they stand. */
function within(json: Json, keys: string[], more: (before: string) => string): Json {
  if (typeof json !== 'object' || json === null) return json
  const change = (key: string, value: Json) =>
    typeof value === 'string' && keys.includes(key) ? value + more(value) : within(value, keys, more)
  if (Array.isArray(json)) return json.map((value, i) => change(String(i), value))
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, change(key, value)]))
}
