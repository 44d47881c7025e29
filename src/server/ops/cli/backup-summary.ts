import type { Manifest } from '#server/ops/backup/manifest.ts'
import { count } from './terminal.ts'

/** `28 tables (1,083 rows) and 12 files`. */
export function contentsOf({ tables, files }: Pick<Manifest, 'tables' | 'files'>) {
  const facts = Object.values(tables)
  const rows = facts.reduce((sum, table) => sum + table.rows, 0)
  return `${count(facts.length, 'table')} (${count(rows, 'row')}) and ${count(Object.keys(files).length, 'file')}`
}

/** `2.4 s` since a reading of `performance.now()`. */
export function secondsSince(begunAt: number) {
  return `${((performance.now() - begunAt) / 1000).toFixed(1)} s`
}
