import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'

// Migrates a database in a process that `kill -9` ends just before its n-th statement; prints the number of statements
// if it finishes first. `killed-update.ts` starts it.

const { where, before }: { where: { file: string } | { url: string }; before: number } = JSON.parse(
  process.argv[2] ?? '',
)
let count = 0

function counted() {
  count += 1
  if (count < before) return
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; block the thread so that nothing else runs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function countCalls(target: object, ...names: string[]) {
  const methods = target as Record<string, (...args: unknown[]) => unknown>
  for (const name of names) {
    const original = methods[name]
    if (!original) throw new Error(`there is no ${name}`)
    methods[name] = function (this: unknown, ...args) {
      counted()
      return original.apply(this, args)
    }
  }
}

const database = openDatabase(where)
countCalls(StatementSync.prototype, 'run', 'all', 'iterate')
countCalls(DatabaseSync.prototype, 'exec')
countCalls(pg.Client.prototype, 'query')
await migrate(database)
const statements = count
await database.close()
process.stdout.write(`${statements}\n`)
