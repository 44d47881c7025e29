// Shows: T2, T4, T17, T28, T40, T43, T53

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, outcomeOf } from './fault.ts'

const root = join(import.meta.dirname, '../..')
const asksForMore = /process\.env\.(QUIVER_MANY|CALENDAR_FUZZ)\b/
const sources = '{src,test}/**/*.test.ts'

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string }[] }[]
}

/** Tests that `npm test` runs with a few hundred cases, at full size: 100,000 cases of a rule, 5,000 responses of a calendar. */
export const fault: Fault = {
  name: 'many-cases',
  promise: 'what a sample of cases shows holds for all of them.',
  engines: ['none'],
  limitMinutes: 60,
  async run({ rounds, progress, say, signal, onEnd }) {
    const files = globSync(sources, { cwd: root }).filter((file) =>
      asksForMore.test(readFileSync(join(root, file), 'utf8')),
    )
    mkdirSync(progress, { recursive: true })
    const file = join(progress, 'vitest.json')
    rmSync(file, { force: true })
    // A quick run only checks that it works: the usual sample for the rules, more calendar responses.
    const full = rounds(10) === 10
    const env = { ...process.env, QUIVER_MANY: full ? '1' : '0', CALENDAR_FUZZ: String(rounds(5000)) }
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const options = ['--reporter=json', `--outputFile=${file}`, '--testTimeout=1800000', '--hookTimeout=120000']
    const child = spawn(process.execPath, [vitest, 'run', ...files, ...options], {
      cwd: root,
      env,
      stdio: 'ignore',
      signal,
    })
    onEnd(() => child.kill())
    say(`${files.length} files`)
    await once(child, 'exit')
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => fullName)
    const figures = { files: files.length, tests: numPassedTests, failed: numFailedTests, answers: rounds(5000) }
    return outcomeOf(numPassedTests === 0 ? ['no test was run'] : failed, figures)
  },
}
