import { parse } from 'csv-parse/sync'
import {
  findColumns,
  largestStoreBytes,
  mostStoreLines,
  type StoreRecord,
  type StoreSettings,
} from '#domain/store-orders/order-file.ts'

/** How a file was read. Shown in the preview, to explain garbled characters. */
export type Reading = { encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252'; separator: ',' | ';' | 'tab' }
export type FileProblem = 'empty' | 'too-large' | 'too-many-lines' | 'no-table'
export type StoreTable =
  | { outcome: 'refused'; reason: FileProblem }
  | { outcome: 'read'; records: StoreRecord[]; reading: Reading }

const separators = [
  [',', ','],
  [';', ';'],
  ['\t', 'tab'],
] as const

/**
 * Reads a CSV file from any spreadsheet program: UTF-8 or UTF-16, with or without a byte order mark, or Windows-1252. Picks the
 * separator (comma, semicolon, tab) that finds the most of the expected columns. A first line that names it for Excel (`sep=;`) is left out.
 */
export function readTable(bytes: Uint8Array, columns: StoreSettings['columns']): StoreTable {
  if (bytes.length > largestStoreBytes) return { outcome: 'refused', reason: 'too-large' }
  const { text, encoding } = decode(bytes)
  if (text.trim() === '') return { outcome: 'refused', reason: 'empty' }
  // A picture or a workbook, renamed.
  if (text.includes('\0')) return { outcome: 'refused', reason: 'no-table' }
  const hint = separatorHint.exec(text)
  const table = hint ? text.slice(hint[0].length) : text
  const heads = separators.map(([sign, separator]) => {
    const head = recordsOf(table, sign, 1)[0]?.cells ?? []
    const fields = Object.values(findColumns(head, columns)).filter((at) => at >= 0).length
    return { sign, separator, fields, cells: head.length }
  })
  const [best] = heads.toSorted((a, b) => b.fields - a.fields || b.cells - a.cells)
  const records = recordsOf(table, best?.sign ?? ',').map(({ number, ...rest }) => ({
    ...rest,
    number: number + (hint ? 1 : 0),
  }))
  if (records.length > mostStoreLines + 1) return { outcome: 'refused', reason: 'too-many-lines' }
  return { outcome: 'read', records, reading: { encoding, separator: best?.separator ?? ',' } }
}

/** LibreOffice quotes it and fills the line up with separators. */
const separatorHint = /^\s*"?sep=."?[,;\t]*(?:\r\n|\n|\r)/i

/** @param most maximum number of records; all by default */
function recordsOf(text: string, delimiter: string, most?: number): StoreRecord[] {
  const records: StoreRecord[] = []
  let broken = false
  let next = 1
  const parsed = parse(text, {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: () => {
      broken = true
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    // The header and one line more than allowed, to detect too many.
    to: most ?? mostStoreLines + 2,
  }) as unknown as { record: string[]; info: { lines: number } }[]
  for (const { record, info } of parsed) {
    // A quoted cell may span lines; the parser reports only the last one.
    const breaks = record.join('').match(/\r\n|\r|\n/g)?.length ?? 0
    records.push({ number: Math.max(next, info.lines - breaks), cells: record })
    next = info.lines + 1
  }
  // An unclosed quote swallows the rest of the file.
  if (broken && most === undefined) records.push({ number: next, cells: [], broken: true })
  return records
}

function decode(bytes: Uint8Array): { text: string; encoding: Reading['encoding'] } {
  const [first, second] = bytes
  const utf16 = (name: string) => ({ text: new TextDecoder(name).decode(bytes), encoding: 'UTF-16' as const })
  if (first === 0xff && second === 0xfe) return utf16('utf-16le')
  if (first === 0xfe && second === 0xff) return utf16('utf-16be')
  // No byte order mark: in UTF-16, every other byte of ASCII text is zero.
  const start = bytes.subarray(0, 400)
  const empty = (odd: number) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (empty(1) > start.length / 4) return utf16('utf-16le')
  if (empty(0) > start.length / 4) return utf16('utf-16be')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}
