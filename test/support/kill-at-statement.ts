import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { recordStatements } from './recorded-statements.ts'

// Migrates a database in a process that `kill -9` ends just before its n-th statement; prints the number of statements
// if it finishes first. `killed-update.ts` starts it.

const { where, before }: { where: { file: string } | { url: string }; before: number } = JSON.parse(
  process.argv[2] ?? '',
)
let count = 0

const database = openDatabase(where)
recordStatements(() => {
  count += 1
  if (count < before) return
  process.kill(process.pid, 'SIGKILL')
  // The signal is on its way; block the thread so that nothing else runs.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
await migrate(database)
const statements = count
await database.close()
process.stdout.write(`${statements}\n`)
