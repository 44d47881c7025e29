import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Database, type Db, openDatabase } from '#server/db/database.ts'
import { migrate, schemaVersion } from '#server/db/migrate.ts'
import type { EngineName } from './club.ts'
import { startProcess } from './command.ts'
import { emptyFolder } from './empty-folder.ts'
import { fillFirstRelease } from './first-release.ts'
import { createDatabase } from './postgres.ts'

const program = fileURLToPath(new URL('./kill-at-statement.ts', import.meta.url))
const never = Number.MAX_SAFE_INTEGER

type Where = { file: string } | { url: string }

/**
 * The migration of a database of the first release to today's, to be killed at any of its statements. `statements`: how
 * many it runs. `strike(n)` kills it before the n-th (from 1), checks the database, restarts the migration, and returns
 * what is wrong.
 */
export async function openKilledUpdates(engine: EngineName, postgresUrl: string) {
  const { folder, [Symbol.dispose]: removeFolder } = emptyFolder()
  const disposals: AsyncDisposable[] = []
  let copies = 0
  const old = await firstRelease()
  const expected = await statesOfEachVersion()
  const statements = Number((await update(await copyOf(), never)).stdout)

  async function firstRelease(): Promise<Where> {
    const where = await place('first')
    const database = openDatabase(where)
    await migrate(database, 1)
    await fillFirstRelease(database.db)
    await database.close()
    return where
  }

  async function place(name: string): Promise<Where> {
    if (engine === 'sqlite') return { file: join(folder, `${name}.db`) }
    const database = await createDatabase(postgresUrl)
    disposals.push(database)
    return { url: database.url }
  }

  async function copyOf(): Promise<Where> {
    copies += 1
    if ('file' in old) {
      const file = join(folder, `copy-${copies}.db`)
      await copyFile(old.file, file)
      return { file }
    }
    const database = await createDatabase(postgresUrl, { template: new URL(old.url).pathname.slice(1) })
    disposals.push(database)
    return { url: database.url }
  }

  /** The state after each version of an undisturbed migration. */
  async function statesOfEachVersion() {
    const database = openDatabase(await copyOf())
    const states = new Map([[1, await entryState(database)]])
    for (let version = 2; version <= schemaVersion; version++) {
      await migrate(database, version)
      states.set(version, await entryState(database))
    }
    await database.close()
    return states
  }

  return {
    statements,
    async strike(before: number) {
      const where = await copyOf()
      const { code } = await update(where, before)
      if (code !== null) return [`statement ${before}: it was not killed, but ended with ${code}`]
      const wrong: string[] = []
      const database = openDatabase(where)
      try {
        const { rows } = await sql<{ version: number }>`select max(version) as version from schema_version`.execute(
          database.db,
        )
        const version = rows[0]?.version ?? 0
        if ((await entryState(database)) !== expected.get(version))
          wrong.push(`statement ${before}: what is there is not version ${version}, nor any other whole one`)
        await migrate(database)
        if ((await entryState(database)) !== expected.get(schemaVersion))
          wrong.push(`statement ${before}: started again, it did not come out as an undisturbed update does`)
      } finally {
        await database.close()
      }
      return wrong
    },
    async [Symbol.asyncDispose]() {
      for (const each of disposals) await each[Symbol.asyncDispose]()
      removeFolder()
    },
  }
}

/** Its exit code is null where the signal ended it. */
function update(where: Where, before: number) {
  return startProcess(program, [JSON.stringify({ where, before })]).ended
}

/** Everything in it except the time of each migration: the definitions of the tables, and every row. */
async function entryState({ db, engine }: Database) {
  const shape = engine === 'sqlite' ? await shapeOfSqlite(db) : await shapeOfPostgres(db)
  const contents: Record<string, unknown> = {}
  for (const table of shape.tables) {
    const rows = await sql<{ row: string }>`select * from ${sql.table(table)}`.execute(db.withoutPlugins())
    contents[table] = rows.rows.map((row) => JSON.stringify({ ...row, applied_at: '' })).sort()
  }
  return JSON.stringify({ ...shape, contents })
}

async function shapeOfSqlite(db: Db) {
  const { rows } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where name not like 'sqlite_%' order by 1, 2`.execute(db)
  return { tables: rows.filter(({ type }) => type === 'table').map(({ name }) => name), rows }
}

async function shapeOfPostgres(db: Db) {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`.execute(db)
  const { rows } = await sql<{ what: string }>`
    select attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull as what
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = current_schema()::regnamespace and attnum > 0 and not attisdropped
    union all select indexdef from pg_indexes where schemaname = current_schema()
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = current_schema()::regnamespace
    union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
    order by 1`.execute(db)
  return { tables: tables.map(({ name }) => name), rows }
}
