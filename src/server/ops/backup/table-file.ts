import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from 'node:fs'
import { decodeRow, encodeRow, type Row } from './encode-row.ts'
import { damaged, type Manifest } from './manifest.ts'

export type TableFacts = Manifest['tables'][string]

const chunkBytes = 1 << 18
const newLine = 0x0a

/** Writes rows as they come, one a line, holding no more than a chunk of them. */
export async function writeTable(file: string, rows: Iterable<Row> | AsyncIterable<Row>): Promise<TableFacts> {
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

/** Reads a table's rows and, having read them all, vouches for them. @throws CommandRefused that names the damaged file */
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

/** Lines end with a line feed and nothing else: readline would also split at U+2028, which JSON leaves as it is. */
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
