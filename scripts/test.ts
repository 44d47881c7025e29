import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { engineNames } from '../test/engines/drivers/driver.ts'
import { missingEngines } from './browsers.mjs'
import { makeMemoryFolder } from './tmpfs.ts'

// `npm test` runs what every change must pass, and `npm run test:all` everything. `npm test -- types unit` runs some steps.
// Other arguments go to the test runner, as in `npm test -- unit src/server/features/passes`, `npm test -- e2e check-in`,
// or `npm test -- engines webkit pass --repeat 20`. After a failed step, the next one still runs.

interface Result {
  passed: number
  failed: number
  note?: string
  /** Messages about single tests, repeated at the end, where they're easy to find. */
  messages?: string[]
}

interface Step {
  title: string
  run(filters: string[]): Promise<Result>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = join(root, '.cache')
/** Every step at full size: both databases, every width, every theme (record 27). */
const isAll = process.argv[2] === 'all'
if (isAll) process.env.QUIVER_MANY = '1'
const stepLimitMs = (isAll ? 121 : 41) * 60_000
/** The projects of vitest.config.ts and playwright.config.ts: those that `npm test` runs, and all of them. */
const unitProjects = { usual: ['domain', 'web', 'server'], all: ['domain', 'web', 'server', 'thorough', 'memory'] }
const e2eProjects = { usual: ['journeys'], all: ['journeys', 'thorough', 'thorough-main', 'clocks'] }
/** The journeys that `npm test` runs in every engine. */
const mainJourneys = [
  ...['check-in', 'dialogs', 'hidden', 'log-out', 'members', 'offline', 'pass', 'roll-call', 'scorecard', 'session'],
  ...['sign-up', 'translated'],
]

const steps = {
  style: { title: 'Format and lint (Biome)', run: () => check(['@biomejs/biome', 'biome'], ['ci']) },
  types: { title: 'Types (TypeScript)', run: () => check(['typescript', 'tsc'], ['--noEmit']) },
  structure: { title: 'Structure (tools/import-graph.ts)', run: () => verdictOf(['tools/import-graph.ts', '--check']) },
  trace: {
    title: 'What tests show (tools/traceability/trace.ts)',
    run: () => verdictOf(['tools/traceability/trace.ts', '--check']),
  },
  unused: { title: 'Unused code (knip)', run: () => check(['knip', 'knip'], []) },
  unit: { title: 'Rules, server and widgets (Vitest)', run: runVitest },
  e2e: {
    title: 'Journeys in a browser (Playwright)',
    run: async (filters) => runPlaywright([...projects(filters, e2eProjects), ...filters], await setUp('e2e')),
  },
  engines: { title: 'Journeys in Chromium, WebKit and Firefox', run: runEngines },
  'e2e-firefox': { title: 'Journeys of e2e in Firefox (Playwright)', run: runFirefox },
} satisfies Record<string, Step>

type StepName = keyof typeof steps
const stepNames = Object.keys(steps) as StepName[]
/** Runs by name only: it takes as long as everything else in a browser, and rarely finds more than `engines`. */
const byNameOnly: StepName = 'e2e-firefox'
/** The steps that accept filters. */
const runners: StepName[] = ['unit', 'e2e', 'engines', 'e2e-firefox']

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}

const memoryFolder = makeMemoryFolder()
if (memoryFolder) process.env.TMPDIR = memoryFolder
try {
  process.exitCode = await main(isAll ? [] : process.argv.slice(2))
} finally {
  // WebKit's processes end about a second after the tests that used them, and write until then.
  if (memoryFolder) rmSync(memoryFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

async function main(words: string[]) {
  const split = words.findIndex((word) => !isStepName(word))
  const chosen = split < 0 ? words : words.slice(0, split)
  const filters = split < 0 ? [] : words.slice(split)
  if (filters.length > 0 && !chosen.some((name) => isStepName(name) && runners.includes(name))) {
    process.stderr.write(`Usage: npm test [-- [${stepNames.join('] [')}] [filters for ${runners.join(', ')}]]\n`)
    return 2
  }
  mkdirSync(reports, { recursive: true })
  const total: Result = { passed: 0, failed: 0 }
  const failedSteps: string[] = []
  const messages: string[] = []
  for (const name of stepNames) {
    if (interrupted || !(chosen.length > 0 ? chosen.includes(name) : name !== byNameOnly)) continue
    const { title, run }: Step = steps[name]
    say(`\n── ${title}`)
    const startedAt = performance.now()
    const { passed, failed, note, messages: ofStep = [] } = await run(filters)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    say(`── ${title}: ${failed ? 'FAILED' : 'ok'}${note ? `, ${note}` : ''}, ${seconds} s`)
    total.passed += passed
    total.failed += failed
    if (failed) failedSteps.push(name)
    messages.push(...ofStep)
  }
  if (interrupted) total.failed++
  if (messages.length > 0) say(`\n${messages.join('\n')}`)
  say(interrupted ? '\nInterrupted.' : failedSteps.length ? `\nFailed: ${failedSteps.join(', ')}` : '')
  say(`${total.passed} passed, ${total.failed} failed`)
  return total.failed ? 1 : 0
}

function isStepName(word: string): word is StepName {
  return (stepNames as string[]).includes(word)
}

function check([packageName, program]: [string, string], args: string[]) {
  return verdictOf([programFile(packageName, program), ...args])
}

async function verdictOf(args: string[]): Promise<Result> {
  const code = await runNode(args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

interface VitestReport {
  numPassedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; message: string; assertionResults: VitestResult[] }[]
}

interface VitestResult {
  fullName: string
  status: string
  failureMessages: string[] | null
}

interface FailedTest {
  file: string
  /** Undefined if the file couldn't be loaded, so that it has no tests. */
  title: string | undefined
  why: string | undefined
}

async function runVitest(filters: string[]): Promise<Result> {
  const ready = await setUp('unit')
  const { code, failed, ...counts } = await vitest([...projects(filters, unitProjects), ...filters])
  const messages = failed.map(({ file, title, why }) => describeTest(`npx vitest run ${file}`, '-t', title, why))
  return judge({ ...counts, failed: failed.length, messages }, code, ready)
}

/** All projects with filters or in `npm run test:all`, because the filters may name any test. */
function projects(filters: string[], { usual, all }: typeof unitProjects) {
  return (isAll || filters.length > 0 ? all : usual).map((name) => `--project=${name}`)
}

async function vitest(words: string[]) {
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode([programFile('vitest', 'vitest'), 'run', ...reporters, ...words])
  const none = { passed: 0, skipped: 0, failed: [] as FailedTest[] }
  return { code, ...readReport<VitestReport, typeof none>(report, none, countVitest) }
}

function countVitest({ numPassedTests, numPendingTests, numTodoTests, testResults }: VitestReport) {
  const failed = testResults.flatMap(({ name, status, message, assertionResults }): FailedTest[] => {
    const file = relative(root, name)
    if (status === 'failed' && assertionResults.length === 0) return [{ file, title: undefined, why: message }]
    const red = assertionResults.filter((test) => test.status === 'failed')
    return red.map(({ fullName, failureMessages }) => ({ file, title: fullName, why: failureMessages?.[0] }))
  })
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failed }
}

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: PlaywrightTest[] }[]
  suites?: PlaywrightSuite[]
}

interface PlaywrightTest {
  status: string
  results: { errors: { message?: string }[] }[]
}

interface PlaywrightReport extends Pick<PlaywrightSuite, 'suites'> {
  stats: { expected: number; unexpected: number; skipped: number }
}

/**
 * Runs the main journeys, or those in the filters, in all engines or those named first; `--repeat 20` runs each test 20
 * times.
 */
async function runEngines(filters: string[]): Promise<Result> {
  const repeat = filters.indexOf('--repeat')
  const repeated = repeat < 0 ? [] : [`--repeat-each=${filters[repeat + 1]}`]
  const words = repeat < 0 ? filters : filters.toSpliced(repeat, 2)
  const named = engineNames.filter((name) => words.includes(name))
  const ready = await setUp('engines')
  const rest = words.filter((word) => !named.some((name) => name === word))
  const missing: string[] = missingEngines()
  const engines = (named.length > 0 ? named : engineNames).filter((name) => !missing.includes(name))
  const result = await runPlaywright(
    [
      ...engines.map((name) => `--project=${name}`),
      ...['--workers=3', ...repeated],
      ...(isAll || rest.length > 0 ? rest : mainJourneys.map((name) => `/${name}.journey`)),
    ],
    ready,
  )
  return missing.length > 0 ? { ...result, note: `${result.note}, without ${missing.join(' and ')}` } : result
}

async function runFirefox(filters: string[]): Promise<Result> {
  const ready = await setUp('engines')
  const missing: string[] = missingEngines()
  if (missing.includes('firefox')) return { passed: 0, failed: 1, note: 'there is no Firefox' }
  return runPlaywright(['--config=playwright.firefox.config.ts', ...filters], ready)
}

async function runPlaywright(words: string[], ready: boolean): Promise<Result> {
  const report = join(reports, 'playwright.json')
  rmSync(report, { force: true })
  const code = await runNode([programFile('@playwright/test', 'playwright'), 'test', ...words])
  const none: Counts = { passed: 0, failed: 0, skipped: 0, messages: [] }
  const counts = readReport<PlaywrightReport, Counts>(report, none, ({ stats, suites = [] }) => ({
    messages: suites.flatMap(describeJourneys),
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
  return judge(counts, code, ready)
}

function describeJourneys({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.flatMap(({ status, results }) => {
      const why = results.flatMap(({ errors }) => errors)[0]?.message
      return status === 'unexpected' ? [describeTest(`npx playwright test ${file}`, '-g', title, why)] : []
    }),
  )
  return [...own, ...suites.flatMap(describeJourneys)]
}

/** How to run a failed test alone, and why it failed. */
function describeTest(command: string, flag: string, title?: string, why = '') {
  const words = title?.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return `── ${command}${words ? ` ${flag} '${words.join('.*')}'` : ''}\n   ${firstLine(why)}`
}

function firstLine(text: string) {
  const [line = ''] = stripVTControlCharacters(text).trim().split('\n')
  return line.slice(0, 300)
}

interface Counts {
  passed: number
  failed: number
  skipped: number
  messages: string[]
}

/** Counts a runner that fails without a failed test (an error outside of tests, a crash), or runs none, as a failure. */
function judge({ passed, failed, skipped, messages }: Counts, code: number, ready: boolean): Result {
  const silent = (code !== 0 && failed === 0) || passed + failed === 0
  const notes = [`${passed} passed`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])]
  if (silent) notes.push(passed + failed === 0 ? 'no test was run' : `the runner ended with ${code}`)
  if (!ready) notes.push('its set-up failed')
  return { passed, failed: failed + Number(silent) + Number(!ready), note: notes.join(', '), messages }
}

function readReport<Report, Read>(file: string, none: Read, read: (report: Report) => Read): Read {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return none
  }
}

/** Prepares the web build and the browser only when a step needs them, so that `npm test -- types` starts right away. */
async function setUp(needs: 'unit' | 'e2e' | 'engines') {
  return (await runNode([join(root, 'scripts', 'set-up.mjs'), needs])) === 0
}

function programFile(packageName: string, program: string) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[program])
}

function runNode(args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward)
  const limit = setTimeout(() => {
    say(`── Ended after ${stepLimitMs / 60_000} minutes`)
    child.kill()
  }, stepLimitMs)
  return new Promise((resolve) => {
    const settle = (code: number | null) => {
      clearTimeout(limit)
      process.off('SIGTERM', forward)
      resolve(code ?? 1)
    }
    child.on('error', () => settle(1))
    child.on('exit', settle)
  })
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
