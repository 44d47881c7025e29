import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { allPayloads, payloads } from './payloads.ts'
import type { RunningServer } from './server.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Every column with text that a person, an officer, a store, or a calendar has written. */
const texts: Record<string, string[]> = {
  member: ['name_first', 'name_last'],
  session: ['user_agent'],
  push_subscription: ['user_agent'],
  practice: ['title', 'location', 'description', 'organizer', 'cancel_message'],
  calendar_event: ['title', 'location', 'description'],
  attendance: ['reason'],
  no_show_excuse: ['reason'],
  ledger: ['why'],
  audit: ['reason'],
  pre_registration: ['email'],
  guest: ['name', 'email'],
  store_line: ['order_id', 'line_id', 'email', 'name', 'product', 'reason', 'for_email'],
  store_address: ['email', 'for_email'],
}
/** The same in JSON columns: the keys with such texts. */
const textsInJson: Record<string, Record<string, string[]>> = {
  member: { pronouns: ['0', '1', '2'] },
  profile_draft: { draft: ['nameFirst', 'nameLast', '0', '1'] },
  scorecard: { setup: ['name'] },
  scorecard_sheet: { slots: ['why'] },
}
/** Longer values exceed the contract's limits for responses and would never be shown. */
const maxLengths: Record<string, number> = { profile_draft: 200, scorecard: 200 }
/** Columns that the program itself writes: ids, times, days, hashes, and values from lists. */
const own =
  /(^|_)(id|at|on|until|from|to|key|hash|token|nonce|code|by|start|uid|role|kind|state|source|action|actor|target|currency|cause|pass|fingerprint|password|type|equipment|url|identifier|topic|hits|since|birthday|mode|week|pins)$/
/** University addresses, which sign-up validates strictly; and values that are stored as received and never shown. */
const ownColumns = [
  ...['user.name', 'user.email', 'user.image', 'member.removed_email', 'session.ip_address', 'verification.value'],
  ...['practice.drivers_reminded_for', 'practice.reminded_for', 'guest.identity'],
  'sample_settings.name',
  ...['account.scope', 'audit.before', 'audit.after', 'idempotency.answer', 'scorecard.summary', 'topic_outbox.topics'],
  ...['scorecard_sheet.confirmed', 'imported_fact.fact', 'imported_fact.value', 'news_off.news', 'news_off.way'],
  ...['push_subscription.endpoint', 'push_subscription.p256dh', 'push_subscription.auth', 'mail_outbox.sealed'],
  ...['mail_outbox.before', 'mail_outbox.last_error', 'calendar_cache.validators', 'calendar_cache.failure'],
  // A stored value that the check refuses isn't used; those of `club.config.ts` have payloads in the tests.
  ...['setting.name', 'setting.value'],
  // Names of files are cleaned at the upload, those of products in the settings; a sale's reason shows as an attendance's does.
  ...['club_file.name', 'sale.product', 'sale.reason'],
  // Titles of an outside calendar, whose texts are tested with a feed.
  'calendar_cache.findings',
]

/** A column's name on a screen, next to its value. */
export const tagOf = (table: string, column: string) => `⟦${table}.${column}⟧`
export const allTags = [
  ...Object.entries(texts).flatMap(([table, columns]) => columns.map((column) => tagOf(table, column))),
  ...Object.entries(textsInJson).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => tagOf(table, column)),
  ),
]

/** This many rows of each table hold all payloads in one text; each row after them holds one payload. */
const rowsOfAll = 12

/**
 * Adds payloads to every text that someone has written into the club, past the server's validation: everything that
 * displays them has to treat them as plain text.
 * @returns text columns that this list doesn't classify
 */
export function plantPayloads(server: Pick<RunningServer, 'dataDir'>) {
  let slot = 0
  return rewriteTexts(server, (before, { table, column, row }) => {
    const most = maxLengths[table]
    const tag = ` ${tagOf(table, column)} `
    if (most === undefined) return before + tag + (row < rowsOfAll ? allPayloads : next(payloads))
    return before + tag + next(payloads.filter((text) => (before + tag + text).length <= most))
  })

  function next(from: string[]) {
    return from[slot++ % from.length] ?? ''
  }
}

type Place = { table: string; column: string; row: number }

/**
 * Changes every text that someone has written into the club, past the server's validation.
 * @returns text columns that the lists above don't classify
 */
export function rewriteTexts(server: Pick<RunningServer, 'dataDir'>, change: (before: string, place: Place) => string) {
  const database = new DatabaseSync(join(server.dataDir, 'quiver.db'))
  database.exec('pragma busy_timeout = 5000; begin immediate')
  const names = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map(({ name }) => String(name))
  // Triggers protect the ledger and the audit log from changes.
  for (const name of names("select name from sqlite_master where type = 'trigger'"))
    database.exec(`drop trigger ${name}`)
  for (const [table, columns] of Object.entries(texts))
    for (const column of columns) rewrite(table, column, (text, row) => change(text, { table, column, row }))
  for (const [table, columns] of Object.entries(textsInJson))
    for (const [column, keys] of Object.entries(columns))
      rewrite(table, column, (text, row) =>
        JSON.stringify(within(JSON.parse(text), keys, (before) => change(before, { table, column, row }))),
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

  function rewrite(table: string, column: string, edit: (text: string, row: number) => string) {
    const rows = database.prepare(`select rowid as place, ${column} as text from ${table} order by rowid`).all()
    const update = database.prepare(`update ${table} set ${column} = ? where rowid = ?`)
    for (const [row, { place, text }] of rows.entries())
      if (typeof text === 'string') update.run(edit(text, row), Number(place))
  }
}

/** Changes the texts under these keys, at any depth. */
function within(json: Json, keys: string[], edit: (before: string) => string): Json {
  if (typeof json !== 'object' || json === null) return json
  const change = (key: string, value: Json) =>
    typeof value === 'string' && keys.includes(key) ? edit(value) : within(value, keys, edit)
  if (Array.isArray(json)) return json.map((value, i) => change(String(i), value))
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, change(key, value)]))
}
