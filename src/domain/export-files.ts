/** A number stays one, also below zero; null is an empty cell. */
export type Cell = string | number | null

/**
 * A table for spreadsheet programs (RFC 4180): UTF-8 with a byte order mark, without which Excel takes it for another
 * encoding, and with lines as Windows ends them. A text that a spreadsheet would take for a formula is made a text by an
 * apostrophe, because what stands in it may have been written by a stranger; numbers stay numbers.
 */
export function toCsv(head: string[], rows: Cell[][]) {
  return `\uFEFF${csvLines([head, ...rows])}`
}

/** Rows that follow the head, for a table that is made in pieces. */
export function csvLines(rows: Cell[][]) {
  return rows.map((row) => `${row.map(asText).join(',')}\r\n`).join('')
}

/**
 * What begins a formula, the wide forms of East Asian keyboards among it; tab and return because they are passed over. Also
 * behind apostrophes, so that taking away the first one always gives the text back.
 */
const formula = /^'*[=+\-@\t\r＝＋－＠]/

function asText(cell: Cell) {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A name of people's as part of a file's name: small letters, digits and hyphens, whatever it was. */
export function fileNameOf(name: string) {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain === '' ? 'club' : plain.slice(0, 60)
}

/** A table of the club's to keep: whose, what, and of which day. */
export function exportFileName(clubName: string, what: string, day: string) {
  return `${fileNameOf(clubName)}-${what}-${day}.csv`
}

/** `archery-club-my-data-2026-11-24.json`. @param day the club's current day */
export function ownDataFileName(clubName: string, day: string) {
  return `${fileNameOf(clubName)}-my-data-${day}.json`
}
