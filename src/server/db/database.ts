import { mkdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import {
  CamelCasePlugin,
  Kysely,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  sql,
  type Transaction,
  type UnknownRow,
} from 'kysely'
import pg from 'pg'
import { type FileLocation, locateFile } from './database-file.ts'
import { NodeSqliteDialect, openSqlite, openSqliteReadOnly, sqliteDataVersion } from './node-sqlite-dialect.ts'
import { PipeliningDialect } from './pipelining-dialect.ts'
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
   * Version of the data: changes on every write, of this process or another one. Read it before the data that you cache. Null on
   * PostgreSQL, where it would cost a query; select `dataVersionColumn` along with another query instead.
   */
  dataVersion: () => string | null
  /** Checks that SQLite's files weren't moved or deleted; null on PostgreSQL and in memory. */
  place: FileLocation | null
  /** How many connections to PostgreSQL have broken so far. After each, the server may have restarted or failed over. */
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
      /** A connection in use counts as broken after this many milliseconds without a byte: a network may drop packets silently. */
      silentForMs?: number
      /** TCP keepalive, for a connection that may be silent for a long time: the system detects a dead peer. */
      keepAlive?: boolean
    }

/** Opens SQLite at a file (created if missing) or PostgreSQL at a connection string, without migrating it. */
export function openDatabase(where: Where): Database {
  if ('url' in where) {
    const pool = new pg.Pool({
      connectionString: where.url,
      max: where.poolSize ?? 10,
      pipeline: true,
      connectionTimeoutMillis: 5000,
      ...(where.keepAlive ? { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } : {}),
      statement_timeout: 5000,
      // A process that hangs inside a transaction must not lock the club's rows forever.
      idle_in_transaction_session_timeout: 10_000,
      // Shorter than any `silentForMs`, so an idle connection doesn't count as broken.
      idleTimeoutMillis: 4000,
    })
    let broken = 0
    pool.on('connect', (client) => {
      // The running query fails on its own, but without this listener the error would end the process (T79).
      client.on('error', () => broken++)
      if (where.silentForMs !== undefined) endWhenSilent(client, where.silentForMs)
    })
    // An idle connection that the server closes must not end the process; the next query gets a new one.
    pool.on('error', () => broken++)
    const postgres = opened('postgres', new PipeliningDialect({ pool }), new CamelCaseRows(), where.url)
    return { ...postgres, broken: () => broken }
  }
  if (where.file !== ':memory:') mkdirSync(dirname(where.file), { recursive: true })
  const file = openSqlite(where.file)
  return openedSqlite(file, where.file === ':memory:' ? null : locateFile(file, where.file))
}

/** Opens a database read-only: creates no file and changes no setting of the database. */
export function openDatabaseReadOnly(where: Where): Database {
  if ('url' in where) return openDatabase({ ...where, poolSize: 2 })
  return openedSqlite(openSqliteReadOnly(where.file), null)
}

/** Identifies one run of a PostgreSQL server: differs after a restart and after a failover to a standby. */
export const lifeColumn = sql<string>`pg_postmaster_start_time()::text`

/**
 * `Database.dataVersion` for PostgreSQL, as the statement sees it: it stays the same until a writing transaction begins or ends. A
 * server that lost the end of its log assigns the same transaction IDs again, so the start time of the server is part of it, and
 * callers must add `Database.broken`.
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
  dialect: PipeliningDialect | NodeSqliteDialect,
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
 * Destroys a connection that is silent for too long. PostgreSQL's `statement_timeout` doesn't help when the network is down, and pg's
 * `query_timeout` returns an unusable connection to the pool (https://github.com/brianc/node-postgres/issues/3399).
 */
function endWhenSilent(client: pg.PoolClient, afterMs: number) {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.setTimeout(afterMs, () => stream.destroy())
}

type QueryId = PluginTransformQueryArgs['queryId']

/** Kysely's plugin converts each name in each row; this one converts the names once per result, as its rows are flat and alike. */
class CamelCaseRows extends CamelCasePlugin {
  readonly #asked = new WeakSet<QueryId>()
  readonly #named = new WeakMap<QueryId, { columns: string[]; names: string[] }>()

  override transformQuery(args: PluginTransformQueryArgs) {
    this.#asked.add(args.queryId)
    return super.transformQuery(args)
  }

  /** For a driver that creates the rows itself: `transformResult` doesn't copy the rows of a query that it named with this. */
  readonly namesFor = (queryId: QueryId, columns: string[]) => {
    if (!this.#asked.has(queryId)) return columns
    // A cached query (compiled-query.ts) has the same columns at each call.
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
 * Empties SQLite's write-ahead log with a checkpoint. Deleted rows are overwritten in the database file (`secure_delete`), but old
 * pages stay in the log until then. A reader in another process can prevent part of it; the hourly retention job repeats it.
 */
export async function checkpointWal({ db, engine }: Database) {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** Rows of up to a dozen columns fit into one statement at this size: SQLite accepts 32,766 parameters, PostgreSQL 65,535. */
const rowsPerStatement = 1000

/** Splits a list into chunks of `size`, to use each in one statement. */
export function chunk<Item>(items: Item[], size = rowsPerStatement): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
