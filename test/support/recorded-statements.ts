import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

export type Statement = { sql: string; values: unknown[] }
type Method = (...values: unknown[]) => unknown

/**
 * Notes each statement that this process sends to a database of either engine, before it does. @returns a function that
 * ends the recording
 */
export function recordStatements(note: (statement: Statement) => void) {
  const restored: (() => void)[] = []
  function replace(target: object, name: string, statementOf: (self: StatementSync, values: unknown[]) => Statement) {
    const methods = target as Record<string, Method>
    const own = methods[name] as Method
    methods[name] = function (this: StatementSync, ...values) {
      note(statementOf(this, values))
      return own.apply(this, values)
    }
    restored.push(() => Object.assign(methods, { [name]: own }))
  }
  for (const name of ['all', 'run', 'get'])
    replace(StatementSync.prototype, name, ({ sourceSQL: sql }, values) => ({ sql, values }))
  replace(DatabaseSync.prototype, 'exec', (_, [sql]) => ({ sql: String(sql), values: [] }))
  replace(pg.Client.prototype, 'query', (_, [asked, values]) => {
    if (typeof asked === 'string') return { sql: asked, values: Array.isArray(values) ? values : [] }
    const { text, values: own = [] } = asked as { text: string; values?: unknown[] }
    return { sql: text, values: own }
  })
  return () => {
    for (const restore of restored) restore()
  }
}
