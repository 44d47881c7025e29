/** `José` is found by `jose`. */
export function normalizeText(text: string) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Made once: asking a text for its order by a language's name is many times slower. */
const { compare } = new Intl.Collator('en')

/**
 * Rows by a key of each, which is made once a row: numbers by size, text as a dictionary has it. Whoever is equal stays in
 * the order that was.
 */
export function compareText<Row>(rows: Row[], keyOf: (row: Row) => string | number, descending: boolean) {
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }))
  const order = (a: { key: string | number }, b: { key: string | number }) =>
    typeof a.key === 'number' && typeof b.key === 'number' ? a.key - b.key : compare(String(a.key), String(b.key))
  return keyed.sort(descending ? (a, b) => order(b, a) : order).map(({ row }) => row)
}
