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
/** Short, because waiting blocks the whole process; db/write.ts tries again for longer, without blocking. */
const busyTimeoutMs = 250

/** As what the columns of a query are wanted in its rows, in the same order. */
type NamesFor = (query: QueryId, columns: string[]) => string[]
type Statements = ReturnType<typeof keepStatements>

/**
 * Kysely's SQLite dialect over the runtime's own `node:sqlite`, with two differences: a transaction takes the write lock
 * when it begins (a deferred one can fail half-way with SQLITE_BUSY), and `for update` is left out of the SQL, because
 * that lock already covers everything.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #statements: Statements
  readonly #namesFor: NamesFor
  readonly #afterWrite: () => void

  /** @param afterWrite what it throws, whoever has written is told instead of success (database-file.ts) */
  constructor(database: DatabaseSync, namesFor: NamesFor = (_, columns) => columns, afterWrite = () => {}) {
    const statements = keepStatements(database)
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
    // Busy or not is known at once: were each of a hundred writes to wait here, one after the other, nobody else would get
    // a turn meanwhile. db/write.ts tries again.
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'))
    try {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${busyTimeoutMs}`))
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    // From a full or broken disk SQLite has gone back by itself: what it said first is what counts (T70).
    if (this.#statements.isInTransaction()) await super.rollbackTransaction(connection)
  }
}

/** Makes each row with the names that are wanted: thousands that are named afterwards take half as long again. */
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

  /** After what may have made something lasting: a commit, or a write outside a transaction. */
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

/** Opens a file (or `:memory:`) the way Quiver needs it: durable at each commit, waiting rather than failing on a lock. */
export function openSqlite(file: string) {
  const database = new DatabaseSync(file)
  requireSqlite(String(database.prepare('select sqlite_version() as version').get()?.version))
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // Who is erased leaves nothing in the free places of the file (D39); see also `checkpointWal`.
  database.exec('pragma secure_delete = on')
  return database
}

/**
 * Opens a file to read from. Without its log nobody has it open, and it is read as it lies there: SQLite would make the log's
 * two files otherwise, as whoever looks.
 */
export function openSqliteToLook(file: string) {
  const address = pathToFileURL(file)
  if (!existsSync(`${file}-wal`)) address.search = 'immutable=1'
  const database = new DatabaseSync(address, { readOnly: true })
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`)
  return database
}

/** All else may have made something lasting. */
const leavesNothing = /^\s*(select|pragma|begin|savepoint|release|rollback)\b/i

/** Statements are prepared once and kept, the least recently used ones dropped. */
function keepStatements(database: DatabaseSync) {
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

/** `Database.dataVersion`: rows that this connection has changed so far, and a number that changes when another one commits. */
export function sqliteDataVersion(database: DatabaseSync) {
  const changes = database.prepare('select total_changes() as total')
  const others = database.prepare('pragma data_version')
  return () => `${changes.get()?.total} ${others.get()?.data_version}`
}

/**
 * Rows come as arrays and become objects here: those that `node:sqlite` makes take half as long again, and several times as
 * long to copy.
 */
function asKyselyStatement(statement: StatementSync) {
  statement.setReturnArrays(true)
  let columns = columnsOf(statement)

  /** Looks anew where a column has come since, as by a restore. */
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

/** Older ones can damage a file whose log is reset while it is read (SQLite, “WAL-reset bug”). */
export const oldestSqlite = '3.51.3'

/** @throws where the runtime brings an SQLite that must not be trusted with a club's data (T97) */
export function requireSqlite(version: string) {
  if (!isOlder(version, oldestSqlite)) return
  throw new Error(
    `This version of Node includes SQLite ${version}; ${oldestSqlite} or newer is required. Start Quiver with npm, which uses the right Node.`,
  )
}

/** Of versions in numbers, as 3.51.3. */
export function isOlder(version: string, than: string) {
  const [own, other] = [version, than].map((each) => each.split('.').map(Number))
  const at = other?.findIndex((part, index) => part !== (own?.[index] ?? 0)) ?? -1
  return at >= 0 && (own?.[at] ?? 0) < (other?.[at] ?? 0)
}
