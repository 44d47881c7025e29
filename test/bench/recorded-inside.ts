import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQLInputValue, StatementSync } from 'node:sqlite'
import pg from 'pg'
import type { Statement } from './recorded.ts'

// Loaded into a server beside its own code (NODE_OPTIONS, see recorded.ts): at each SIGUSR2 it writes down the statements that
// the database has been given since the last one.

let statements: Statement[] = []
const note = (sql: string, values: readonly unknown[]) => void statements.push({ sql, values: [...values] })

for (const name of ['all', 'run', 'get'] as const) {
  const own = StatementSync.prototype[name] as (...values: SQLInputValue[]) => unknown
  Object.assign(StatementSync.prototype, {
    [name](this: StatementSync, ...values: SQLInputValue[]) {
      note(this.sourceSQL, values)
      return own.apply(this, values)
    },
  })
}

const query = pg.Client.prototype.query as (...words: unknown[]) => unknown
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, asked: string | { text: string; values?: unknown[] }, values: unknown, ...more: unknown[]) {
    if (typeof asked === 'string') note(asked, Array.isArray(values) ? values : [])
    else note(asked.text, asked.values ?? [])
    return query.apply(this, [asked, values, ...more])
  },
})

process.on('SIGUSR2', () => {
  const file = join(process.env.DATA_DIR ?? '', 'statements.json')
  writeFileSync(`${file}.new`, JSON.stringify(statements))
  renameSync(`${file}.new`, file)
  statements = []
})
