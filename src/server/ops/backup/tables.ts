import { sql } from 'kysely'
import { type Db, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

export type Column = { name: string; text: boolean }
export type Table = { name: string; columns: Column[]; key: Column[] }

/**
 * The club's tables at a schema version, those that others refer to first, read from an empty database in memory: so they
 * are the same for both engines, and whatever else lies in a PostgreSQL database stays out of it.
 */
export async function tablesAt(version: number): Promise<Table[]> {
  const database = openDatabase({ file: ':memory:' })
  try {
    await migrate(database, version)
    return inOrder(await readTables(database.db))
  } finally {
    await database.close()
  }
}

type Found = Table & { parents: string[] }

async function readTables(db: Db) {
  const { rows } = await sql<{ table: string; column: string; type: string; key: number }>`
    select owner.name as "table", field.name as "column", field.type, field.pk as "key"
    from sqlite_master as owner join pragma_table_info(owner.name) as field
    where owner.type = 'table' and owner.name <> 'schema_version'
    order by owner.name, field.cid`.execute(db)
  const { rows: references } = await sql<{ child: string; parent: string }>`
    select child.name as child, reference."table" as parent
    from sqlite_master as child join pragma_foreign_key_list(child.name) as reference
    where child.type = 'table'`.execute(db)
  return [...Map.groupBy(rows, (row) => row.table)].map(([name, fields]): Found => {
    const column = (field: (typeof fields)[number]) => ({ name: field.column, text: /text/i.test(field.type) })
    const key = fields.filter((field) => field.key > 0).sort((a, b) => a.key - b.key)
    const parents = references.filter((each) => each.child === name).map((each) => each.parent)
    return { name, columns: fields.map(column), key: key.map(column), parents }
  })
}

function inOrder(tables: Found[]): Table[] {
  const placed = new Set<string>()
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const ready = tables.filter(({ name, parents }) => !placed.has(name) && parents.every((each) => placed.has(each)))
    if (ready.length === 0)
      throw new Error('tables that reference each other in a circle can’t be ordered for a restore')
    for (const { parents: _, ...table } of ready) {
      placed.add(table.name)
      ordered.push(table)
    }
  }
  return ordered
}
