import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Db, openDatabase } from './database.ts'
import { migrate, schemaVersion } from './migrate.ts'

/** The first of the migrations that only add (record 3); two earlier ones break the release before them. */
const firstThatOnlyAdds = 11

/**
 * The first of the migrations that change only one existing table: locking two can deadlock with a request that locks them in the other
 * order.
 */
const firstOfOneTable = 17

type Column = { name: string; type: string; notnull: number; dfltValue: string | null; pk: number }
type Shape = { columns: Map<string, Column[]>; guards: Map<string, string> }

/** What would break a process of the previous release after a migration. */
async function brokenBy(step: (db: Db) => Promise<unknown>, db: Db) {
  const before = await shapeOf(db)
  await step(db)
  const after = await shapeOf(db)
  const broken: string[] = []
  for (const [table, columns] of before.columns) {
    const now = after.columns.get(table)
    if (!now) broken.push(`${table} is gone`)
    for (const was of now ? columns : []) {
      const is = now?.find(({ name }) => name === was.name)
      const sameKind = is && is.type === was.type && is.pk === was.pk && is.dfltValue === was.dfltValue
      if (!is) broken.push(`${table}.${was.name} is gone`)
      else if (!sameKind || is.notnull > was.notnull) broken.push(`${table}.${was.name} is another one`)
    }
    for (const { name, notnull, dfltValue } of now ?? [])
      if (!columns.some((was) => was.name === name) && notnull === 1 && dfltValue === null)
        broken.push(`${table}.${name} has to be written`)
  }
  for (const [what, table] of after.guards) {
    const columns = before.columns.get(table)
    if (before.guards.has(what) || !columns) continue
    const index = /^unique index on \w+ \((.*)\)/.exec(what)?.[1]?.split(', ')
    // An index over a column that only the new release writes doesn't affect the previous one.
    if (!index?.some((column) => !columns.some(({ name }) => name === column))) broken.push(`${table} has a ${what}`)
  }
  return broken
}

async function shapeOf(db: Db): Promise<Shape> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(db)
  const shape: Shape = { columns: new Map(), guards: new Map() }
  for (const { name: table } of tables) {
    const { rows: columns } = await sql<Column>`select * from pragma_table_info(${table})`.execute(db)
    shape.columns.set(table, columns)
    const { rows: indexes } = await sql<{ name: string; on: string }>`
      select list.name, (select group_concat(coalesce(info.name, ''), ', ') from pragma_index_info(list.name) as info) as "on"
      from pragma_index_list(${table}) as list where list."unique" = 1`.execute(db)
    for (const index of indexes) shape.guards.set(`unique index on ${table} (${index.on}) ${index.name}`, table)
  }
  const { rows: triggers } = await sql<{ name: string; tblName: string }>`
    select name, tbl_name from sqlite_master where type = 'trigger'`.execute(db)
  for (const { name, tblName } of triggers) shape.guards.set(`trigger ${name}`, tblName)
  return shape
}

async function tablesChangedBy(step: (db: Db) => Promise<unknown>, db: Db) {
  const textOf = async () => {
    const { rows } = await sql<{ table: string; text: string }>`
      select tbl_name as "table", group_concat(sql, ';' order by name) as text from sqlite_master group by 1`.execute(
      db,
    )
    return new Map(rows.map(({ table, text }) => [table, text]))
  }
  const before = await textOf()
  await step(db)
  const after = await textOf()
  return [...before.keys()].filter((table) => before.get(table) !== after.get(table))
}

test('a step changes one table that was there', async () => {
  const database = openDatabase({ file: ':memory:' })
  await migrate(database, 12)
  // Negative control: this migration changes two.
  expect(await tablesChangedBy(() => migrate(database, 13), database.db)).toEqual(['scorecard', 'scorecard_sheet'])
  await migrate(database, Math.min(firstOfOneTable - 1, schemaVersion))
  for (let version = firstOfOneTable; version <= schemaVersion; version++)
    expect((await tablesChangedBy(() => migrate(database, version), database.db)).length).toBeLessThanOrEqual(1)
  await database.close()
})

// Shows: T72
test('a step only adds, so that processes of the release before go on working', async () => {
  const database = openDatabase({ file: ':memory:' })
  await migrate(database, firstThatOnlyAdds - 1)
  for (let version = firstThatOnlyAdds; version <= schemaVersion; version++)
    expect({ version, broken: await brokenBy(() => migrate(database, version), database.db) }).toEqual({
      version,
      broken: [],
    })
  await database.close()
})

const stumbles: [string, string, string][] = [
  ['a table that is gone', 'drop table profile_draft', 'profile_draft is gone'],
  ['a column that is gone', 'alter table attendance drop column reason', 'attendance.reason is gone'],
  ['one that nobody writes yet', "alter table rsvp add column by text not null default ''", ''],
  ['a unique index', 'create unique index once on audit (actor, at)', 'unique index on audit (actor, at) once'],
  ['one of a new column', 'alter table audit add column n text; create unique index n on audit (n, at)', ''],
  ['a trigger', 'create trigger t before insert on rsvp begin select 1; end', 'trigger t'],
]

test.each(stumbles)('%s is noticed or let pass (the control)', async (_what, step, expected) => {
  const database = openDatabase({ file: ':memory:' })
  await migrate(database)
  const broken = await brokenBy(async (db) => {
    for (const statement of step.includes('trigger') ? [step] : step.split('; ')) await sql.raw(statement).execute(db)
  }, database.db)
  await database.close()
  if (expected === '') expect(broken).toEqual([])
  else expect(broken[0]).toContain(expected)
})
