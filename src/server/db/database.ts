import { mkdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import {
  CamelCasePlugin,
  Kysely,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PostgresDialect,
  sql,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import pg from 'pg'
import { type FileLocation, locateFile } from './database-file.ts'
import { NodeSqliteDialect, openSqlite, openSqliteToLook, sqliteDataVersion } from './node-sqlite-dialect.ts'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

/** An open database of either engine. */
export type Database = {
  engine: Engine
  db: Db
  /** For `LISTEN` on PostgreSQL; null on SQLite. */
  connectionString: string | null
  /**
   * A name for what the database holds: while it is the same, no one has written, here or in another process. Ask before reading
   * what is to be cached. Null on PostgreSQL, where asking costs a query: `dataVersionColumn` brings it with another one.
   */
  dataVersion: () => string | null
  /** Where SQLite's file lies, and whether it still does; null on PostgreSQL and in memory. */
  place: FileLocation | null
  /** How many connections to PostgreSQL have broken: beyond one that has, the server may have begun anew. */
  broken: () => number
  close: () => Promise<void>
}

// count(*) and sum() are bigint in PostgreSQL and would arrive as text; the club's counts fit a number.
const bigint = 20
pg.types.setTypeParser(bigint, Number)

type Where =
  | { file: string }
  | {
      url: string
      poolSize?: number
      /** After so long without a byte, a connection in use counts as broken: the network may swallow what it is given. */
      silentForMs?: number
      /** For a connection that may be silent for long: the system finds out whether the other end is still there. */
      keepAlive?: boolean
    }

/** Opens SQLite at a file (made when missing) or PostgreSQL at a connection string. Nothing is migrated yet. */
export function openDatabase(where: Where): Database {
  if ('url' in where) {
    const pool = new pg.Pool({
      connectionString: where.url,
      max: where.poolSize ?? 10,
      connectionTimeoutMillis: 5000,
      ...(where.keepAlive ? { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } : {}),
      statement_timeout: 5000,
      // A process that hangs inside a transaction must not hold the club's rows for ever.
      idle_in_transaction_session_timeout: 10_000,
      // Shorter than any silence that counts as broken.
      idleTimeoutMillis: 4000,
    })
    let broken = 0
    pool.on('connect', (client) => {
      // When it breaks, its query hears of it; without a listener here, the whole process would end (T79).
      client.on('error', () => broken++)
      if (where.silentForMs !== undefined) endWhenSilent(client, where.silentForMs)
    })
    // An idle connection that the server closes must not end the process; the next query gets a new one.
    pool.on('error', () => broken++)
    const postgres = opened('postgres', new PostgresDialect({ pool }), new CamelCaseRows(), where.url)
    return { ...postgres, broken: () => broken }
  }
  if (where.file !== ':memory:') mkdirSync(dirname(where.file), { recursive: true })
  const file = openSqlite(where.file)
  return openedSqlite(file, where.file === ':memory:' ? null : locateFile(file, where.file))
}

/** The same to read from alone: neither a file nor a setting of it is made or changed. */
export function openDatabaseToLook(where: Where): Database {
  if ('url' in where) return openDatabase({ ...where, poolSize: 2 })
  return openedSqlite(openSqliteToLook(where.file), null)
}

/** The life of a PostgreSQL server: another one after a restart, and of the standby that takes over. */
export const lifeColumn = sql<string>`pg_postmaster_start_time()::text`

/**
 * `Database.dataVersion` as a statement of PostgreSQL sees it: as long as no transaction that writes has begun or ended, it is the same. A
 * server without the last of its log gives the same numbers again, to other transactions: so its life, and `Database.broken`,
 * belong to it.
 */
export const dataVersionColumn = sql<string>`${lifeColumn} || ' ' || pg_current_snapshot()::text`

function openedSqlite(file: DatabaseSync, place: FileLocation | null): Database {
  const camelCase = new CamelCaseRows()
  const dialect = new NodeSqliteDialect(file, camelCase.namesFor, () => place?.require())
  return {
    ...opened('sqlite', dialect, camelCase, null),
    place,
    dataVersion: sqliteDataVersion(file),
  }
}

function opened(
  engine: Engine,
  dialect: PostgresDialect | NodeSqliteDialect,
  camelCase: CamelCaseRows,
  connectionString: string | null,
): Database {
  const db = new Kysely<Schema>({ dialect, plugins: [camelCase] })
  return {
    engine,
    db,
    connectionString,
    dataVersion: () => null,
    place: null,
    broken: () => 0,
    close: () => db.destroy(),
  }
}

/**
 * PostgreSQL's own limit on a statement says nothing while the line is dead, and pg's `query_timeout` leaves a connection
 * behind that can't be used (https://github.com/brianc/node-postgres/issues/3399): the line is given up instead.
 */
function endWhenSilent(client: pg.PoolClient, afterMs: number) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(afterMs, () => stream.destroy())
}

type QueryId = PluginTransformQueryArgs['queryId']

/** Kysely's plugin, which looks at each name in each row; all rows of an answer have the same names, and hold plain values. */
class CamelCaseRows extends CamelCasePlugin {
  readonly #asked = new WeakSet<QueryId>()
  readonly #named = new WeakMap<QueryId, { columns: string[]; names: string[] }>()

  override transformQuery(args: PluginTransformQueryArgs) {
    this.#asked.add(args.queryId)
    return super.transformQuery(args)
  }

  /** For a driver that makes the rows itself: what it names for this query, and calls so, is not copied here again. */
  readonly namesFor = (queryId: QueryId, columns: string[]) => {
    if (!this.#asked.has(queryId)) return columns
    // A query that is kept (compiled-query.ts) comes again with the same columns.
    const before = this.#named.get(queryId)
    if (before?.columns === columns) return before.names
    const names = columns.map((column) => this.camelCase(column))
    this.#named.set(queryId, { columns, names })
    return names
  }

  override async transformResult({ queryId, result }: PluginTransformResultArgs) {
    const [first] = result.rows
    if (first === undefined || this.#named.has(queryId)) return result
    const names = Object.keys(first).map((name) => [name, this.camelCase(name)] as const)
    const rows = result.rows.map((row) => {
      const camelCased: UnknownRow = {}
      for (const [name, camelCase] of names) camelCased[camelCase] = row[name]
      return camelCased
    })
    return { ...result, rows }
  }
}

/**
 * On SQLite, what was deleted is overwritten in the file (`secure_delete`), but pages as they were go on lying in the
 * write-ahead log until it is emptied. While another process reads, this does what it can; the hourly clearing away does
 * it again.
 */
export async function checkpointWal({ db, engine }: Database) {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Rows of up to a dozen columns, or ids, that fit into one statement: SQLite takes 32,766 values in it, PostgreSQL 65,535. */
const atATime = 1000

export function chunk<Item>(items: Item[], size = atATime): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
