import { run } from './program.ts'

// A reader that has seen enough (`… | head`) is no failure; what was asked for is done all the same.
process.stdout.on('error', () => {})

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
})
