import { setImmediate as aTurn } from 'node:timers/promises'
import { type Options, stringify } from 'csv-stringify/sync'

/** A number stays one, also below zero; null is an empty cell. */
export type Cell = string | number | null

const inEveryRecord: Options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  // A lone line feed is no end of a record to the library, but it is one to a spreadsheet.
  quote_record_delimiter: true,
}

/**
 * A table for spreadsheet programs: UTF-8 with a byte order mark, without which Excel takes it for another encoding, and
 * with lines as Windows ends them (RFC 4180). A text that a spreadsheet would take for a formula is made a text by an
 * apostrophe, because what stands in it may have been written by a stranger.
 */
export function toCsv(head: string[], rows: Cell[][]) {
  return stringify([head, ...rows], { ...inEveryRecord, bom: true })
}

/** The same in pieces, for a table that is too long to be made at once. */
export async function* csvPieces(head: string[], batches: AsyncIterable<Cell[][]>) {
  yield toCsv(head, [])
  for await (const rows of batches) {
    if (rows.length > 0) yield stringify(rows, inEveryRecord)
    // SQLite answers without a pause: between two batches everybody else has a turn.
    await aTurn()
  }
}
