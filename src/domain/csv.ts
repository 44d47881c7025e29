/**
 * A table for spreadsheet programs (RFC 4180): UTF-8 with a byte order mark, without which Excel takes it for another
 * encoding, and with lines as Windows ends them. A text that a spreadsheet would take for a formula is made a text by an
 * apostrophe, because what stands in it may have been written by a stranger; numbers stay numbers.
 */
export function toCsv(head: string[], rows: (string | number)[][]) {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`
}

/** What begins a formula, the wide forms of East Asian keyboards among it; tab and return because they are passed over. */
const formula = /^[=+\-@\t\r＝＋－＠]/

function cell(value: string | number) {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
