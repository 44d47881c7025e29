import { parse } from 'csv-parse/sync'
import { findColumns, largestStoreBytes, mostStoreLines, type StoreRecord } from '#domain/store-orders/order-file.ts'
import type { StoreSettings } from '#domain/store-orders/order-settings.ts'

/** How a file was read. Shown in the preview, to explain garbled characters. */
export type Reading = { encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252' | 'Macintosh'; separator: ',' | ';' | 'tab' }
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
 * Reads a CSV file from any spreadsheet program: UTF-8 or UTF-16, with or without a byte order mark, Windows-1252, or Macintosh.
 * Picks the separator (comma, semicolon, tab) and the header among the first lines that find the most of the expected
 * columns. What is above the header is left out: a line that names the separator for Excel (`sep=;`), or a title.
 */
export function readTable(bytes: Uint8Array, columns: StoreSettings['columns']): StoreTable {
  if (bytes.length > largestStoreBytes) return { outcome: 'refused', reason: 'too-large' }
  const { text, encoding } = decode(bytes)
  if (text.trim() === '') return { outcome: 'refused', reason: 'empty' }
  // A picture or a workbook, renamed.
  if (text.includes('\0')) return { outcome: 'refused', reason: 'no-table' }
  const hint = separatorHint.exec(text)
  const table = hint ? text.slice(hint[0].length) : text
  const heads = separators.flatMap(([sign, separator]) =>
    recordsOf(table, sign, mostAbove + 1).map(({ cells }, above) => {
      const fields = Object.values(findColumns(cells, columns)).filter((at) => at >= 0).length
      return { sign, separator, above, fields, cells: above === 0 ? cells.length : 0 }
    }),
  )
  const [best] = heads.toSorted((a, b) => b.fields - a.fields || b.cells - a.cells)
  const records = recordsOf(table, best?.sign ?? ',')
    .slice(best?.above)
    .map(({ number, ...rest }) => ({ ...rest, number: number + (hint ? 1 : 0) }))
  if (records.length > mostStoreLines + 1) return { outcome: 'refused', reason: 'too-many-lines' }
  return { outcome: 'read', records, reading: { encoding, separator: best?.separator ?? ',' } }
}

/** Lines that may be above the header, such as the name of the table. */
const mostAbove = 10

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
    // The header, what is above it, and one line more than allowed, to detect too many.
    to: most ?? mostAbove + mostStoreLines + 2,
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
    const isMac = isMacintosh(bytes)
    const text = new TextDecoder(isMac ? 'macintosh' : 'windows-1252').decode(bytes)
    return { text, encoding: isMac ? 'Macintosh' : 'Windows-1252' }
  }
}

/** Letters with accents and ß on a Macintosh that are signs in Windows-1252, or rare; without quotes, dashes, and dots. */
const macLetters = new Set(
  [0x81, 0x83, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x98].concat([
    0x9a, 0x9c, 0x9d, 0x9e, 0x9f, 0xa7,
  ]),
)

/** Whether more letters make words as a Macintosh writes them than in Windows-1252, where they are 0xC0 and above. */
function isMacintosh(bytes: Uint8Array) {
  let score = 0
  bytes.forEach((byte, at) => {
    if (byte < 0x80 || !(isLetter(bytes[at - 1]) || isLetter(bytes[at + 1]))) return
    if (macLetters.has(byte)) score++
    // Quotes and dashes of a Macintosh are in between.
    else if (byte >= 0xc0 && !(byte >= 0xd0 && byte <= 0xd5)) score--
  })
  return score > 0
}

function isLetter(byte = 0) {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}
