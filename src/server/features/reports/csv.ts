import { setImmediate as aTurn } from 'node:timers/promises'
import { type Cell, csvLines, toCsv } from '#domain/export-files.ts'

/** A table in pieces, for one that is too long to be made at once. */
export async function* csvPieces(head: string[], batches: AsyncIterable<Cell[][]>) {
  yield toCsv(head, [])
  for await (const rows of batches) {
    if (rows.length > 0) yield csvLines(rows)
    // SQLite answers without a pause: between two batches everybody else has a turn.
    await aTurn()
  }
}
