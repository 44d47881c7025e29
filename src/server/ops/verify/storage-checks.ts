import { sql } from 'kysely'
import { count } from '#server/ops/terminal.ts'
import type { Check, Snapshot } from './check.ts'

/** Checks the database itself: its file or indexes, foreign keys, and the triggers and indexes that guard invariants. */
export const storageChecks: Check[] = [
  {
    title: 'The database is intact',
    look: ({ db, engine }) => (engine === 'sqlite' ? lookAtFile(db) : lookAtIndexes(db)),
  },
  {
    title: 'No row refers to a missing one',
    look: ({ db, engine }) => (engine === 'sqlite' ? lookAtSqliteReferences(db) : lookAtPostgresReferences(db)),
  },
  {
    title: 'The database’s own guards are in place',
    async look({ db, engine }) {
      const wrong = await (engine === 'sqlite' ? missingInSqlite(db) : missingInPostgres(db))
      return { looked: count(guardedTables.length + 1, 'guard'), wrong }
    },
  },
]

type Db = Snapshot['db']

async function lookAtFile(db: Db) {
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db)
  const problems = rows.map((row) => row.integrityCheck).filter((line) => line !== 'ok')
  const { rows: pages } = await sql<{ pageCount: number }>`pragma page_count`.execute(db)
  return { looked: count(pages[0]?.pageCount ?? 0, 'page'), wrong: problems }
}

/** PostgreSQL neither enforces nor uses an index that it has marked invalid. */
async function lookAtIndexes(db: Db) {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select indexrelid::regclass::text as name, indisvalid and indisready as valid
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace order by 1`.execute(db)
  const invalid = rows.filter((row) => !row.valid).map((row) => `index ${row.name} is invalid`)
  return { looked: count(rows.length, 'index', 'indexes'), wrong: invalid }
}

type Reference = { table: string; column: string; parent: string; parentColumn: string; key: string[] }

async function lookAtSqliteReferences(db: Db) {
  const plain = db.withoutPlugins()
  const { rows: orphans } = await sql<{ table: string; rowid: number; fkid: number }>`
    pragma foreign_key_check`.execute(plain)
  const { rows: all } = await sql<{ child: string; fkid: number; parent: string; column: string }>`
    select child.name as child, reference.id as fkid, reference."table" as parent, reference."from" as "column"
    from sqlite_master as child join pragma_foreign_key_list(child.name) as reference
    where child.type = 'table'`.execute(plain)
  const wrong: string[] = []
  for (const { table, rowid, fkid } of orphans) {
    const reference = all.find((each) => each.child === table && each.fkid === fkid)
    if (!reference) continue
    const { rows: keys } = await sql<{ name: string }>`
      select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(plain)
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where rowid = ${rowid}`.execute(plain)
    const key = keys.map(({ name }) => name)
    wrong.push(asOrphan({ table, column: reference.column, parent: reference.parent, key }, rows[0] ?? {}))
  }
  return { looked: count(all.length, 'reference'), wrong }
}

async function lookAtPostgresReferences(db: Db) {
  const plain = db.withoutPlugins()
  const { rows: all } = await sql<Reference>`
    select child.relname as "table", (select attname from pg_attribute
        where attrelid = conrelid and attnum = conkey[1]) as "column",
      parent.relname as parent, (select attname from pg_attribute
        where attrelid = confrelid and attnum = confkey[1]) as "parentColumn",
      (select array_agg(attname::text order by array_position(indkey::int[], attnum::int))
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = conrelid and indisprimary) as "key"
    from pg_constraint
      join pg_class as child on child.oid = conrelid
      join pg_class as parent on parent.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 1, 2`.execute(plain)
  const wrong: string[] = []
  for (const reference of all) {
    const { table, column, parent, parentColumn } = reference
    const { rows } = await sql<Record<string, unknown>>`
      select child.* from ${sql.table(table)} as child
      where child.${sql.ref(column)} is not null and not exists (
        select 1 from ${sql.table(parent)} as parent
        where parent.${sql.ref(parentColumn)} = child.${sql.ref(column)})`.execute(plain)
    for (const row of rows) wrong.push(asOrphan(reference, row))
  }
  return { looked: count(all.length, 'reference'), wrong }
}

function asOrphan({ table, column, parent, key }: Omit<Reference, 'parentColumn'>, row: Record<string, unknown>) {
  const names = key.map((name) => `${name} ${row[name]}`).join(', ')
  return `${table} (${names}): ${column} ${row[column]} isn’t a ${parent}`
}

const guardedTables = ['ledger', 'audit']
const liveIndex = 'practice_one_live'

async function missingInSqlite(db: Db) {
  const { rows } = await sql<{ name: string; type: string; tblName: string; sql: string }>`
    select name, type, tbl_name, sql from sqlite_master where type in ('trigger', 'index') and sql is not null`.execute(
    db,
  )
  const missing: string[] = []
  for (const table of guardedTables)
    for (const statement of ['update', 'delete']) {
      const unless = statement === 'update' ? '\\s+where not \\(exists \\(select 1 from erasing\\) and ' : '; end'
      const raises = `select raise\\(abort, '${table} is append-only'\\)${unless}`
      const guards = new RegExp(`before ${statement} on "?${table}"?\\s+begin\\s+${raises}`, 'i')
      if (!rows.some((row) => row.type === 'trigger' && row.tblName === table && guards.test(row.sql)))
        missing.push(`nothing stops "${statement}" on ${table}`)
    }
  const index = rows.find((row) => row.name === liveIndex)
  if (!/^create unique index/i.test(index?.sql ?? '')) missing.push(`the unique index ${liveIndex} is missing`)
  return missing
}

/** `tgtype` bits of a statement-level (no 1) before (2) trigger for update (16), delete (8) and truncate (32). */
const perStatementBefore = { mask: 1 | 2 | 8 | 16 | 32, wanted: 2 | 8 | 16 | 32 }

/** `tgtype` bits of a row-level (1) before (2) update (16) trigger. */
const perRowBeforeUpdate = 1 | 2 | 16

async function missingInPostgres(db: Db) {
  const { rows: triggers } = await sql<{ tableName: string }>`
    select relname as table_name
    from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      join pg_proc on pg_proc.oid = tgfoid
    where relnamespace = current_schema()::regnamespace and tgenabled in ('O', 'A') and tgqual is null
      and tgtype::int & ${sql.lit(perStatementBefore.mask)} = ${sql.lit(perStatementBefore.wanted)}
      and prosrc ~* '^\\s*begin\\s+raise exception'`.execute(db)
  const { rows: rowTriggers } = await sql<{ tableName: string }>`
    select relname as table_name
    from pg_trigger
      join pg_class on pg_class.oid = tgrelid
      join pg_proc on pg_proc.oid = tgfoid
    where relnamespace = current_schema()::regnamespace and tgenabled in ('O', 'A') and tgqual is null
      and tgtype::int & ${sql.lit(perRowBeforeUpdate)} = ${sql.lit(perRowBeforeUpdate)}
      and proname = relname || '_words_only'`.execute(db)
  const missing = guardedTables.flatMap((table) => {
    if (!triggers.some((row) => row.tableName === table))
      return [`nothing stops "update", "delete", and "truncate" on ${table}`]
    // During an erasure, the row trigger checks which columns change.
    return rowTriggers.some((row) => row.tableName === table) ? [] : [`nothing stops "update" on ${table}`]
  })
  const { rows: indexes } = await sql`
    select 1 from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = ${liveIndex} and relnamespace = current_schema()::regnamespace and indisunique and indisvalid`.execute(
    db,
  )
  if (indexes.length === 0) missing.push(`the unique index ${liveIndex} is missing`)
  return missing
}
