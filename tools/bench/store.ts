import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { createDatabase, startPostgres } from '#test/support/postgres.ts'
import type { TableRow } from './club-rows.ts'
import type { OnEnd } from './server.ts'

export type Engine = 'sqlite' | 'postgres'
/** Where a server keeps its data. `databaseUrl` is empty for SQLite. */
export type Place = { dataDir: string; databaseUrl: string }
type Rows = Record<string, TableRow[]>
type Store = Place & {
  insert: (rows: Rows) => Promise<void>
  copyTo: (dataDir: string, onEnd: OnEnd) => Promise<Place>
}

/** A club's database of either engine, which can be filled and copied while no server uses it. */
export function createStore(engine: Engine, dataDir: string, onEnd: OnEnd): Promise<Store> {
  mkdirSync(dataDir, { recursive: true })
  return engine === 'sqlite' ? createSqlite(dataDir) : createPostgres(dataDir, onEnd)
}

async function createSqlite(dataDir: string): Promise<Store> {
  return {
    dataDir,
    databaseUrl: '',
    async insert(rows) {
      const database = new DatabaseSync(join(dataDir, 'quiver.db'), { timeout: 5000 })
      database.exec('begin')
      for (const [table, all] of Object.entries(rows)) {
        const names = namesOf(
          all,
          database
            .prepare(`select * from "${table}"`)
            .columns()
            .map(({ name }) => name),
        )
        const statement = database.prepare(
          `insert into "${table}" (${names.join(',')}) values (${names.map(() => '?').join(',')})`,
        )
        for (const row of all) statement.run(...names.map((name) => row[name] ?? null))
      }
      database.exec('commit')
      database.close()
    },
    copyTo: async (to, onEnd) => copyFolder(dataDir, to, onEnd),
  }
}

/** With PostgreSQL's own settings, so that each commit waits for the disk. */
async function createPostgres(dataDir: string, onEnd: OnEnd): Promise<Store> {
  const postgres = await startPostgres({ durable: true })
  onEnd(() => postgres.stop())
  const filled = await createDatabase(postgres.url)
  return {
    dataDir,
    databaseUrl: filled.url,
    async insert(rows) {
      const client = new pg.Client({ connectionString: filled.url })
      onEnd(() => client.end())
      await client.connect()
      await client.query('begin')
      for (const [table, all] of Object.entries(rows)) {
        const { fields } = await client.query(`select * from "${table}" limit 0`)
        const names = namesOf(
          all,
          fields.map(({ name }) => name),
        )
        const text = `insert into "${table}" (${names.join(',')}) values (${names.map((_, i) => `$${i + 1}`).join(',')})`
        for (const row of all)
          await client.query(
            text,
            names.map((name) => row[name] ?? null),
          )
      }
      await client.query('commit')
      await client.query('vacuum analyze')
      await client.end()
    },
    async copyTo(to, onEnd) {
      const database = await createDatabase(postgres.url, { template: filled.name })
      onEnd(() => database[Symbol.asyncDispose]())
      return { ...copyFolder(dataDir, to, onEnd), databaseUrl: database.url }
    },
  }
}

function copyFolder(from: string, to: string, onEnd: OnEnd): Place {
  onEnd(() => rmSync(to, { recursive: true, force: true, maxRetries: 5 }))
  cpSync(from, to, { recursive: true })
  return { dataDir: to, databaseUrl: '' }
}

/** The columns that the checkout's table has. */
function namesOf(rows: TableRow[], columns: string[]) {
  return columns.filter((name) => rows.some((row) => name in row))
}
