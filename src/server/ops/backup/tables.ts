import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { damaged, type Manifest } from './manifest.ts'

type Column = { name: string; text: boolean }
export type Table = { name: string; columns: Column[]; key: Column[] }

/**
 * The club's tables at a schema version, referenced tables first. Read from an empty in-memory database, so they are
 * the same for both engines, and other tables in a PostgreSQL database are left out.
 */
export async function tablesAt(version: number): Promise<Table[]> {
  const database = openDatabase({ file: ':memory:' })
  try {
    await migrate(database, version)
    return sortByReferences(await readTables(database.db))
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

function sortByReferences(tables: Found[]): Table[] {
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

type TableFacts = Manifest['tables'][string]

const chunkBytes = 1 << 18
const newLine = 0x0a

/** Streams rows into a file of newline-delimited JSON, with at most one chunk in memory. */
export async function writeTable(
  file: string,
  rows: Iterable<BackupRow> | AsyncIterable<BackupRow>,
): Promise<TableFacts> {
  const handle = openSync(file, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const facts = { rows: 0, size: 0 }
    let chunk = ''
    const flush = () => {
      const bytes = Buffer.from(chunk)
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      hash.update(bytes)
      facts.size += bytes.length
      chunk = ''
    }
    for await (const row of rows) {
      chunk += `${encodeRow(row)}\n`
      facts.rows += 1
      if (chunk.length >= chunkBytes) flush()
    }
    flush()
    fsyncSync(handle)
    return { ...facts, sha256: hash.digest('hex') }
  } finally {
    closeSync(handle)
  }
}

/**
 * Yields a table's rows, and checks size, checksum, and row count at the end.
 * @throws CommandRefused naming the damaged file
 */
export async function* readTable(file: string, name: string, columns: string[], expected: TableFacts) {
  const hash = createHash('sha256')
  const found = { rows: 0, size: 0 }
  for await (const line of lines(file, name, (chunk) => {
    hash.update(chunk)
    found.size += chunk.length
  })) {
    const row = rowOf(line)
    found.rows += 1
    if (row === null || !columns.every((column) => column in row) || Object.keys(row).length !== columns.length)
      throw damaged(name, `line ${found.rows} isn’t a row of this table`)
    yield row
  }
  if (found.size !== expected.size) throw damaged(name, `${found.size} bytes, expected ${expected.size}`)
  if (hash.digest('hex') !== expected.sha256) throw damaged(name, 'wrong checksum')
  if (found.rows !== expected.rows) throw damaged(name, `${found.rows} rows, expected ${expected.rows}`)
}

function rowOf(line: string) {
  try {
    return decodeRow(line)
  } catch {
    return null
  }
}

/** Splits only at line feeds: readline would also split at U+2028, which JSON doesn't escape. */
async function* lines(file: string, name: string, see: (chunk: Buffer) => void) {
  let rest: Buffer[] = []
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
      see(chunk)
      let from = 0
      for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString()
        rest = []
        from = at + 1
      }
      rest.push(chunk.subarray(from))
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw damaged(name, 'missing')
    throw error
  }
  if (rest.some((part) => part.length > 0)) yield Buffer.concat(rest).toString()
}

/** A value in either database. Instants, days, and lists are text; booleans are 0 and 1. */
export type Value = null | string | number | bigint | Uint8Array
export type BackupRow = Record<string, Value>

/**
 * Encodes a row as JSON, identical on both engines and lossless. Integers are `bigint` in memory and plain numbers in
 * JSON; values that JSON can't express become an object with one key.
 */
export function encodeRow(row: BackupRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([column, value]) => [column, encode(value)])))
}

function encode(value: Value) {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : { integer: value.toString() }
  if (typeof value === 'number')
    return isFraction(value) ? value : { real: Object.is(value, -0) ? '-0' : String(value) }
  return { base64: Buffer.from(value).toString('base64') }
}

/** @throws if the line isn't a row in this format */
export function decodeRow(line: string): BackupRow {
  const row: unknown = JSON.parse(line)
  if (typeof row !== 'object' || row === null || Array.isArray(row)) throw new TypeError('not a row')
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, decode(value)]))
}

function decode(value: unknown): Value {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (typeof value === 'object') {
    if ('integer' in value) return BigInt(String(value.integer))
    if ('real' in value) return Number(value.real)
    if ('base64' in value) return Buffer.from(String(value.base64), 'base64')
  }
  throw new TypeError('not a value')
}

function isSafe(value: bigint) {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
}

function isFraction(value: number) {
  return Number.isFinite(value) && !Number.isInteger(value)
}
