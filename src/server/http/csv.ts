import { stringify } from 'csv-stringify/sync'

/**
 * A table for spreadsheet programs: UTF-8 with a byte order mark, without which Excel takes it for another encoding, and
 * with lines as Windows ends them. A text that a spreadsheet would take for a formula is made a text by an apostrophe,
 * because what stands in it may have been written by a stranger.
 */
export function toCsv(head: string[], rows: string[][]) {
  return stringify([head, ...rows], {
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // A lone line feed is no end of a record to the library, but it is one to a spreadsheet.
    quote_record_delimiter: true,
  })
}
