import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { intoDocument, writeReport } from './bench-report.ts'
import { openState, stampOf, stampOfUnit, type UnitResult } from './bench-state.ts'
import type { Fault, Outcome } from './fault.ts'
import type { UnitMessage, UnitRequest } from './run-unit.ts'

// Runs the fault tests: `npm run faults`, or `npm run faults -- kill-check-ins --quick --engine sqlite`. Tests that have passed don't run
// again until the app or the test changes; `--fresh` runs them anyway. Reports: .cache/faults/report.md and report.json.
// `--document` writes the results into docs/faults.md.

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.cache', 'faults')
const unitFolder = join(root, 'tools', 'resilience')
const runLimitMs = 3 * 3_600_000
const graceMs = 30_000

const over = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => over.abort('Interrupted.'))
setTimeout(() => over.abort('The run took too long.'), runLimitMs).unref()

process.exitCode = await main()

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      document: { type: 'boolean', default: false },
      engine: { type: 'string' },
    },
  })
  const faults = await loadFaults()
  const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name))
  if (unknown.length > 0 || (values.engine !== undefined && !['sqlite', 'postgres'].includes(values.engine))) {
    say(`Usage: npm run faults [-- [names …] [--quick] [--fresh] [--engine sqlite|postgres] [--list] [--document]]`)
    say(`Names: ${faults.map(({ name }) => name).join(' ')}`)
    return 2
  }
  const chosen = faults.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  if (values.list) {
    for (const { name, promise, engines } of chosen) say(`${name} (${engines.join(', ')}): ${promise}`)
    return 0
  }
  const state = openState(folder)
  if (values.document) return writeDocument(chosen, state)
  const units: UnitResult[] = []
  for (const fault of chosen)
    for (const engine of fault.engines.filter((each) => each === 'none' || each === (values.engine ?? each))) {
      if (over.signal.aborted) break
      const key = `${fault.name} ${engine}${values.quick ? ' quick' : ''}`
      const stamp = stampOfUnit(root, fault.name)
      if (values.fresh) state.forget(key, stamp)
      const known = state.find(key, stamp)
      if (known) say(`── ${key}: held before, with the same sources`)
      const result =
        known ?? (await runUnit(fault, { engine, quick: values.quick, progress: state.progressOf(key, stamp) }))
      if (result.held) state.keep(key, stamp, result)
      units.push(result)
      writeReport(root, folder, { stamp: stampOf(root), quick: values.quick, units })
    }
  return close(units)
}

/** Writes the last full-size results of each test into docs/faults.md. */
function writeDocument(chosen: Fault[], state: ReturnType<typeof openState>) {
  const file = join(root, 'docs', 'faults.md')
  const units = chosen.flatMap(({ name, engines }) => engines.map((engine) => state.last(`${name} ${engine}`)))
  const known = units.filter((unit) => unit !== undefined)
  writeFileSync(file, intoDocument(readFileSync(file, 'utf8'), known))
  say(`${known.length} of ${units.length} are in docs/faults.md`)
  return 0
}

function close(units: UnitResult[]) {
  const skipped = units.filter(({ notJudged }) => notJudged !== undefined)
  const broken = units.filter((unit) => !unit.held && !skipped.includes(unit))
  if (over.signal.aborted) say(`\n${over.signal.reason}`)
  if (broken.length > 0) say(`\nDid not hold: ${broken.map(({ name, engine }) => `${name} (${engine})`).join(', ')}`)
  for (const { name, engine, notJudged } of skipped) say(`\nNot judged: ${name} (${engine}): ${notJudged}`)
  const held = units.length - broken.length - skipped.length
  say(`\n${held} held, ${broken.length} did not; see .cache/faults/report.md`)
  return broken.length > 0 || units.length === 0 || over.signal.aborted ? 1 : 0
}

async function loadFaults() {
  const files = globSync('*.fault.ts', { cwd: unitFolder }).sort()
  const modules = await Promise.all(files.map((file) => import(join(unitFolder, file)) as Promise<{ fault: Fault }>))
  return modules.map(({ fault }, index) => {
    const name = basename(files[index] ?? '', '.fault.ts')
    if (fault.name !== name) throw new Error(`${name}.fault.ts calls itself ${fault.name}`)
    return fault
  })
}

async function runUnit(fault: Fault, how: Omit<UnitRequest, 'name'>): Promise<UnitResult> {
  const { name, promise, limitMinutes = 10 } = fault
  say(`\n── ${name} (${how.engine}): ${promise}`)
  const begunAt = performance.now()
  const child = fork(join(unitFolder, 'run-unit.ts'), [JSON.stringify({ name, ...how })], { cwd: root })
  const outcome = await outcomeOf(child, limitMinutes)
  const seconds = (performance.now() - begunAt) / 1000
  const figures = Object.entries(outcome.figures).map(([what, value]) => `${what} ${value}`)
  for (const note of outcome.notes ?? []) say(`   ${note}`)
  say(
    `── ${name} (${how.engine}): ${outcome.notJudged ?? (outcome.held ? 'held' : 'DID NOT HOLD')}, ${seconds.toFixed(1)} s. ${figures.join(', ')}`,
  )
  return { ...outcome, name, promise, engine: how.engine, seconds, at: new Date().toISOString() }
}

/** Waits for the result of a test's process, and makes sure that the process ends. */
async function outcomeOf(child: ChildProcess, limitMinutes: number): Promise<Outcome> {
  const failed = (why: string): Outcome => ({ held: false, figures: {}, notes: [why] })
  let outcome = failed('it ended without a result')
  child.on('message', (message: UnitMessage) => {
    if ('say' in message) say(`   ${message.say}`)
    else outcome = 'outcome' in message ? message.outcome : failed(message.error)
  })
  const stop = (why: string) => {
    outcome = failed(why)
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref()
  }
  const limit = setTimeout(() => stop(`it was not done after ${limitMinutes} minutes`), limitMinutes * 60_000)
  const interrupt = () => stop('interrupted')
  over.signal.addEventListener('abort', interrupt)
  await once(child, 'exit')
  clearTimeout(limit)
  over.signal.removeEventListener('abort', interrupt)
  return outcome
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
