/** Rows of up to a dozen columns, or ids, that fit into one statement: SQLite takes 32,766 values in it, PostgreSQL 65,535. */
const atATime = 1000

export function chunk<Item>(items: Item[], size = atATime): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
