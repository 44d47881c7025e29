import { type SQLInputValue, StatementSync } from 'node:sqlite'
import pg from 'pg'

export type Statement = { sql: string; values: unknown[] }

/**
 * Records each statement that this process sends to a database of either engine. @returns a function that ends the
 * recording
 */
export function recordStatements(note: (statement: Statement) => void) {
  const { all, run, get } = StatementSync.prototype
  for (const [name, own] of Object.entries({ all, run, get }))
    Object.assign(StatementSync.prototype, {
      [name](this: StatementSync, ...values: SQLInputValue[]) {
        note({ sql: this.sourceSQL, values })
        return (own as (...values: SQLInputValue[]) => unknown).apply(this, values)
      },
    })
  const { query } = pg.Client.prototype
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, asked: string | { text: string; values?: unknown[] }, values: unknown, ...more: unknown[]) {
      if (typeof asked === 'string') note({ sql: asked, values: Array.isArray(values) ? values : [] })
      else note({ sql: asked.text, values: asked.values ?? [] })
      return (query as (...words: unknown[]) => unknown).apply(this, [asked, values, ...more])
    },
  })
  return () => {
    Object.assign(StatementSync.prototype, { all, run, get })
    Object.assign(pg.Client.prototype, { query })
  }
}
