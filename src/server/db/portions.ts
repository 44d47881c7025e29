/** Rows of up to a dozen columns, or ids, that fit into one statement: SQLite takes 32,766 values in it, PostgreSQL 65,535. */
const atATime = 1000

export function inPortions<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / atATime) }, (_, i) =>
    items.slice(i * atATime, (i + 1) * atATime),
  )
}
