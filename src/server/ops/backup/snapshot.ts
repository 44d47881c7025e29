import type { Engine } from '#server/db/database.ts'
import type { Row } from './encode-row.ts'
import type { Table } from './tables.ts'

/** All tables as they were at one moment, for as long as it is open; nobody's write waits for it. */
export type Snapshot = {
  engine: Engine
  /** The last migration; null when there is no club. */
  schema: number | null
  /** What was committed before this instant is in it. */
  takenAt: string
  /** In the order of the key, bytewise, so that the same rows make the same file whichever database they come from. */
  rows: (table: Table) => Iterable<Row> | AsyncIterable<Row>
  close: () => Promise<void>
}

export function selectInOrder(table: Table, collation: string) {
  const order = table.key.map(({ name, text }) => (text ? `${quoted(name)}${collation}` : quoted(name)))
  return `select ${table.columns.map(({ name }) => quoted(name)).join(', ')} from ${quoted(table.name)} order by ${order.join(', ')}`
}

function quoted(name: string) {
  return `"${name}"`
}
