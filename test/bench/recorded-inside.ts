import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordStatements, type Statement } from '#test/support/recorded-statements.ts'

// Loaded into a server beside its own code (NODE_OPTIONS, see recorded.ts): at each SIGUSR2 it writes down the statements that
// the database has been given since the last one.

let statements: Statement[] = []
recordStatements((statement) => void statements.push(statement))

process.on('SIGUSR2', () => {
  const file = join(process.env.DATA_DIR ?? '', 'statements.json')
  writeFileSync(`${file}.new`, JSON.stringify(statements))
  renameSync(`${file}.new`, file)
  statements = []
})
