import { existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryId,
  type QueryResult,
  type SelectModifierNode,
  SqliteDialect,
  SqliteDriver,
  SqliteQueryCompiler,
} from 'kysely'

const mostStatements = 400
/** Short, because waiting blocks the whole process; db/write.ts retries for longer without blocking. */
const busyTimeoutMs = 250

/** Maps the columns of a query to the property names of its rows, in the same order. */
type NamesFor = (query: QueryId, columns: string[]) => string[]
type Statements = ReturnType<typeof cacheStatements>

/**
 * Kysely's SQLite dialect over the runtime's own `node:sqlite`, with two differences: a transaction takes the write lock
 * when it begins (a deferred one can fail halfway with SQLITE_BUSY), and `for update` is left out of the SQL, because
 * that lock already covers everything.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #statements: Statements
  readonly #namesFor: NamesFor
  readonly #afterWrite: () => void

  /** @param afterWrite runs after each write or commit; if it throws, the write fails with that error (database-file.ts) */
  constructor(database: DatabaseSync, namesFor: NamesFor = (_, columns) => columns, afterWrite = () => {}) {
    const statements = cacheStatements(database)
    super({ database: statements })
    this.#statements = statements
    this.#namesFor = namesFor
    this.#afterWrite = afterWrite
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#statements, this.#namesFor, this.#afterWrite)
  }

  override createQueryCompiler() {
    return new WithoutRowLocks()
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #statements: Statements
  readonly #namesFor: NamesFor
  readonly #afterWrite: () => void

  constructor(statements: Statements, namesFor: NamesFor, afterWrite: () => void) {
    super({ database: statements })
    this.#statements = statements
    this.#namesFor = namesFor
    this.#afterWrite = afterWrite
  }

  override async acquireConnection() {
    return new NamingConnection(await super.acquireConnection(), this.#statements, this.#namesFor, this.#afterWrite)
  }

  override async beginTransaction(connection: DatabaseConnection) {
    // Fail immediately with SQLITE_BUSY and let db/write.ts retry: a hundred writes that each waited here would block the event
    // loop one after the other.
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'))
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${busyTimeoutMs}`))
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    // On a full or broken disk, SQLite has already rolled back; rolling back again would hide the original error (T70).
    if (this.#statements.isInTransaction()) await super.rollbackTransaction(connection)
  }
}

/** Creates each row with its final property names: renaming thousands of rows afterwards takes 50% longer. */
class NamingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #statements: Statements
  readonly #namesFor: NamesFor
  readonly #afterWrite: () => void

  constructor(connection: DatabaseConnection, statements: Statements, namesFor: NamesFor, afterWrite: () => void) {
    this.#connection = connection
    this.#statements = statements
    this.#namesFor = namesFor
    this.#afterWrite = afterWrite
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#statements.prepare(query.sql)
    if (!statement.reader) {
      const result = await this.#connection.executeQuery<Row>(query)
      this.#settled(query.sql)
      return result
    }
    const rows = statement.all(query.parameters, (columns) => this.#namesFor(query.queryId, columns))
    this.#settled(query.sql)
    return { rows: rows as Row[] }
  }

  /** Runs `afterWrite` after a commit, or after a write outside a transaction. */
  #settled(sql: string) {
    if (!leavesNothing.test(sql) && !this.#statements.isInTransaction()) this.#afterWrite()
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number) {
    return this.#connection.streamQuery<Row>(query, chunkSize)
  }
}

class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode) {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'ForShare') super.visitSelectModifier(node)
  }
}

/** Opens a file (or `:memory:`) for reading and writing: durable at each commit, and waits briefly for a lock instead of failing. */
export function openSqlite(file: string) {
  const database = new DatabaseSync(file)
  requireSqlite(String(database.prepare('select sqlite_version() as version').get()?.version))
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // The data of an erased member must not remain in free pages of the file; see also `checkpointWal`.
  database.exec('pragma secure_delete = on')
  return database
}

/**
 * Opens a file read-only. If it has no log, no other process has it open, and it is opened as immutable: otherwise SQLite would create
 * the two log files, owned by the current user.
 */
export function openSqliteReadOnly(file: string) {
  const address = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) address.search = 'immutable=1'
  const database = new DatabaseSync(address, { readOnly: true })
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  return database
}

/** Statements that make nothing durable; any other may. */
const leavesNothing = /^\s*(select|pragma|begin|savepoint|release|rollback)\b/i

/** Caches prepared statements, and evicts the least recently used. */
function cacheStatements(database: DatabaseSync) {
  const prepared = new Map<string, ReturnType<typeof asKyselyStatement>>()
  return {
    close: () => database.close(),
    isInTransaction: () => database.isTransaction,
    prepare(sql: string) {
      const statement = prepared.get(sql) ?? asKyselyStatement(database.prepare(sql))
      prepared.delete(sql)
      prepared.set(sql, statement)
      if (prepared.size > mostStatements) prepared.delete(prepared.keys().next().value ?? '')
      return statement
    },
  }
}

/** `Database.dataVersion`: the rows that this connection has changed, and a number that changes when another connection commits. */
export function sqliteDataVersion(database: DatabaseSync) {
  const changes = database.prepare('select total_changes() as total')
  const others = database.prepare('pragma data_version')
  return () => `${changes.get()?.total} ${others.get()?.data_version}`
}

/**
 * Reads rows as arrays and builds the objects here: the objects of `node:sqlite` take 50% longer to create, and several times as long
 * to copy.
 */
function asKyselyStatement(statement: StatementSync) {
  statement.setReturnArrays(true)
  let columns = columnsOf(statement)

  /** Reads the columns again if their number has changed, for example by a restore. */
  function columnsIn(row: unknown[]) {
    if (row.length !== columns.length) columns = columnsOf(statement)
    return columns
  }

  return {
    reader: columns.length > 0,
    all(parameters: readonly unknown[], namesFor = (names: string[]) => names) {
      const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
      const [first] = rows
      if (first === undefined) return []
      const names = namesFor(columnsIn(first))
      return rows.map((row) => asObject(row, names))
    },
    run(parameters: readonly unknown[]) {
      return statement.run(...(parameters as SQLInputValue[]))
    },
    iterate(parameters: readonly unknown[]) {
      const rows = statement.iterate(...(parameters as SQLInputValue[])) as unknown as IteratorObject<unknown[]>
      return rows.map((row) => asObject(row, columnsIn(row)))
    },
  }
}

function asObject(row: unknown[], names: string[]) {
  const object: Record<string, unknown> = {}
  for (let i = 0; i < row.length; i++) object[names[i] as string] = row[i]
  return object
}

function columnsOf(statement: StatementSync) {
  return statement.columns().map(({ name }) => name)
}

/** Older versions can corrupt a database whose log is reset while it is read (SQLite's "WAL-reset bug"). */
export const oldestSqlite = '3.51.3'

/** @throws if the SQLite of the runtime has a bug that can corrupt data (T97) */
export function requireSqlite(version: string) {
  if (!isOlder(version, oldestSqlite)) return
  throw new Error(
    `This version of Node includes SQLite ${version}; ${oldestSqlite} or newer is required. Start Quiver with npm, which uses the right Node.`,
  )
}

/** Compares numeric versions such as `3.51.3`. */
export function isOlder(version: string, than: string) {
  const [own, other] = [version, than].map((each) => each.split('.').map(Number))
  const at = other?.findIndex((part, index) => part !== (own?.[index] ?? 0)) ?? -1
  return at >= 0 && (own?.[at] ?? 0) < (other?.[at] ?? 0)
}
