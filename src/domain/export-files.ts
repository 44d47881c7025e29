/** Numbers stay numbers, including negative ones; null is an empty cell. */
export type Cell = string | number | null

/**
 * A CSV file for spreadsheet programs (RFC 4180), with CRLF line endings and a UTF-8 byte order mark, without which
 * Excel assumes another encoding. Prevents CSV injection: text that would be read as a formula gets an apostrophe in
 * front.
 */
export function toCsv(head: string[], rows: Cell[][]) {
  return `\uFEFF${csvLines([head, ...rows])}`
}

/** Rows without a header, for a table that is streamed in chunks. */
export function csvLines(rows: Cell[][]) {
  return rows.map((row) => `${row.map(asText).join(',')}\r\n`).join('')
}

/**
 * The start of a formula, including full-width forms; tab and return because spreadsheets skip them. Also matches after
 * apostrophes, so that removing the first apostrophe always restores the original text.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

function asText(cell: Cell) {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A name as part of a file name: lowercase letters, digits, and hyphens. */
export function fileNameOf(name: string) {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain === '' ? 'club' : plain.slice(0, 60)
}

/** File name of an exported table: club, subject, and day. */
export function exportFileName(clubName: string, what: string, day: string) {
  return `${fileNameOf(clubName)}-${what}-${day}.csv`
}

/** `archery-club-my-data-2026-11-24.json`. @param day the club's current day */
export function ownDataFileName(clubName: string, day: string) {
  return `${fileNameOf(clubName)}-my-data-${day}.json`
}
