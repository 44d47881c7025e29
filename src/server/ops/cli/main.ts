import { constants, setPriority } from 'node:os'
import { makePrivate } from '#server/ops/config/data-dir.ts'
import { run } from './program.ts'

makePrivate()

// Ignore EPIPE when the reader stops early (`…
// head`): the command still runs to its end.
process.stdout.on('error', () => {})

const { stdout, stderr } = process
const startOfLine = stderr.isTTY ? '\r\u001b[K' : ''

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  say(line) {
    stderr.write(startOfLine)
    stdout.write(`${line}\n`)
  },
  complain: (line) => stderr.write(`${startOfLine}${line}\n`),
  progress(line) {
    if (stderr.isTTY) stderr.write(startOfLine + line.slice(0, (stderr.columns || 80) - 1))
  },
  lowerPriority: () => setPriority(constants.priority.PRIORITY_LOW),
})
