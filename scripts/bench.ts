import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Figure, isMissed, type Wanted } from '#test/bench/figure.ts'
import { keep, merged, readKept, writeKept } from '#test/bench/kept-figures.ts'
import { errorPercent } from '#test/bench/model.ts'
import type { Part, PartContext } from '#test/bench/part.ts'
import { intoScaling } from '#test/bench/scaling-doc.ts'
import type { EngineName } from '#test/support/club.ts'

// How fast it is, and how near to what the machine could do at best: `npm run bench`, on a machine that does nothing else, or
// `npm run bench -- dashboard-read check-in` for some parts, `--engine postgres --processes 3` for some of their variants, `--rounds 9`
// for more than five of each, `--profile` for where the server's time goes, `--json` for a line of JSON per figure and nothing else
// (docs/decisions/0053-the-bench.md). The report is .cache/bench/report.json. `--document` keeps what was measured in
// docs/scaling-figures.jsonl, in place of the same figures of an earlier run, and writes the tables of docs/scaling.md; `--rewrite`
// measures nothing and writes them anew from what is kept (docs/decisions/0059-what-an-evening-costs.md).

const partFolder = join(import.meta.dirname, '..', 'test', 'bench')
const reportFolder = join(import.meta.dirname, '..', '.cache', 'bench')
const docs = join(import.meta.dirname, '..', 'docs')
const partLimitMs = 4 * 60_000
const usage =
  'Usage: npm run bench [-- [names …] [--engine sqlite|postgres] [--processes 1|3] [--rounds 5] [--profile] [--json] [--document] [--rewrite] [--list]]'

type Variant = { part: Part; engine: PartContext['engine']; processes: number }

const over = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => over.abort('Interrupted.'))

process.exitCode = await main()
// What was broken off may still wait for answers that don't come.
if (over.signal.aborted) process.exit()

async function main() {
  const parts = await loadParts()
  const { names, engine, processes, rounds, json, profile, list, document, rewrite } = readArguments(parts)
  const chosen = parts.filter(({ name }) => names.length === 0 || names.includes(name))
  const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`)
  if (list) {
    for (const { name, about } of chosen) say(`${name.padEnd(20)} ${about}`)
    return 0
  }
  if (rewrite) {
    intoDocument([], { rounds })
    return 0
  }
  say(`${availableParallelism()} cores, Node ${process.version}, medians of ${rounds} rounds\n\n${head()}`)
  const begunAt = performance.now()
  const figures: Figure[] = []
  const failed: string[] = []
  const took = new Map<string, number>()
  for (const variant of chosen.flatMap(variantsOf)) {
    if (over.signal.aborted) break
    if (engine !== undefined && variant.engine !== 'none' && variant.engine !== engine) continue
    if (processes !== undefined && variant.processes !== processes) continue
    const variantBegunAt = performance.now()
    try {
      for (const figure of await measure(variant, { rounds, profile, say })) {
        figures.push(figure)
        if (json) process.stdout.write(`${JSON.stringify(figure)}\n`)
        else say(row(figure))
      }
    } catch (error) {
      failed.push(nameOf(variant))
      say(`✗ ${nameOf(variant)} could not be measured: ${error instanceof Error ? error.stack : error}`)
    }
    took.set(nameOf(variant), (performance.now() - variantBegunAt) / 1000)
  }
  writeReport({ at: new Date().toISOString(), rounds, figures, failed })
  if (document) intoDocument(figures, { rounds })
  const minutes = ((performance.now() - begunAt) / 60_000).toFixed(1)
  const missed = figures.filter(isMissed).map((figure) => `${figure.name} (${engineOf(figure)})`)
  say(`\n${figures.length} figures in ${minutes} minutes.${over.signal.aborted ? ` ${over.signal.reason}` : ''}`)
  say(`Seconds: ${[...took].map(([name, seconds]) => `${name} ${Math.round(seconds)}`).join(', ')}`)
  if (missed.length > 0) say(`Missed (✗): ${missed.join(', ')}`)
  return missed.length + failed.length > 0 || over.signal.aborted ? 1 : 0
}

async function loadParts() {
  const files = globSync('*.bench.ts', { cwd: partFolder }).sort()
  const modules = await Promise.all(files.map((file) => import(join(partFolder, file)) as Promise<{ part: Part }>))
  return modules.map(({ part }, index) => {
    const name = basename(files[index] ?? '', '.bench.ts')
    if (part.name !== name) throw new Error(`${name}.bench.ts calls itself ${part.name}`)
    return part
  })
}

function readArguments(parts: Part[]) {
  const options = {
    engine: { type: 'string' },
    processes: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    document: { type: 'boolean', default: false },
    rewrite: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const { engine, profile, json, list, document, rewrite } = values
  const rounds = Number(values.rounds)
  const processes = values.processes === undefined ? undefined : Number(values.processes)
  const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
  const isEngine = engine === undefined || engine === 'sqlite' || engine === 'postgres'
  if (unknown.length > 0 || !isEngine || !(rounds >= 1) || Number.isNaN(processes)) {
    process.stderr.write(`${usage}\nNames: ${parts.map(({ name }) => name).join(' ')}\n`)
    process.exit(2)
  }
  const rest = { rounds, json, profile, list, document, rewrite }
  return { names: positionals, engine: engine as EngineName | undefined, processes, ...rest }
}

/** Several servers need a database that several can share. */
function variantsOf(part: Part): Variant[] {
  return part.engines.flatMap((engine) => {
    const processes = engine === 'postgres' ? (part.processes ?? [1]) : [1]
    return processes.map((many) => ({ part, engine, processes: many }))
  })
}

function nameOf({ part, engine, processes }: Variant) {
  return `${part.name} (${engineOf({ engine, processes })})`
}

function engineOf({ engine, processes }: Pick<Figure, 'engine' | 'processes'>) {
  return processes === 1 ? engine : `${engine} × ${processes}`
}

/** However it ends, what it started is ended; so it is when it takes too long. */
async function measure({ part, engine, processes }: Variant, how: Pick<PartContext, 'rounds' | 'profile' | 'say'>) {
  const ends: (() => unknown)[] = []
  let isOver = false
  // What is still being started when the time is up is ended at once.
  const onEnd = (work: () => unknown) => void (isOver ? work() : ends.push(work))
  const stopped = Promise.withResolvers<never>()
  const stop = (why: unknown) => stopped.reject(new Error(String(why)))
  const timer = setTimeout(() => stop('it took more than four minutes'), partLimitMs)
  const onAbort = () => stop(over.signal.reason)
  over.signal.addEventListener('abort', onAbort)
  try {
    const measured = part.measure({ ...how, engine, processes, onEnd })
    measured.catch(() => {})
    return await Promise.race([measured, stopped.promise])
  } finally {
    clearTimeout(timer)
    over.signal.removeEventListener('abort', onAbort)
    isOver = true
    for (const end of ends.toReversed()) await Promise.resolve(end()).catch(() => {})
  }
}

function head() {
  return `  ${'figure'.padEnd(36)}${'engine'.padEnd(14)}${['value', 'unit', 'floor', 'ratio', 'p50 ms', 'p99 ms', 'n', 'least', 'most'].map((title) => title.padStart(10)).join('')}`
}

/** A figure that misses what is wanted of it has a mark. */
function row(figure: Figure) {
  const { name, value, unit, floor, ratio, p50, p99, n, errors, spread, wanted, predicted, note } = figure
  const cells = [value, unit, floor, ratio, p50, p99, n, ...spread].map((cell) => `${cell ?? '–'}`.padStart(10))
  const foretold =
    predicted === null ? '' : `predicted ${predicted} (${Math.round(errorPercent({ predicted, value }))}%)`
  const more = [
    foretold,
    wanted ? `wanted: ${wordsOf(wanted)}` : '',
    errors > 0 ? `${errors} errors` : '',
    note,
  ].filter((words) => words !== '')
  return `${isMissed(figure) ? '✗' : ' '} ${name.padEnd(36)}${engineOf(figure).padEnd(14)}${cells.join('')}  ${more.join('; ')}`
}

function wordsOf(wanted: Wanted) {
  return 'atLeast' in wanted ? `${wanted.of} ≥ ${wanted.atLeast}` : `${wanted.of} ≤ ${wanted.atMost}`
}

function writeReport(report: object) {
  mkdirSync(reportFolder, { recursive: true })
  writeFileSync(join(reportFolder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
}

/** What was measured takes the place of the same from earlier; what was not stays as it was. */
function intoDocument(figures: Figure[], { rounds }: { rounds: number }) {
  const [kept, document] = [join(docs, 'scaling-figures.jsonl'), join(docs, 'scaling.md')]
  const earlier = existsSync(kept) ? readKept(readFileSync(kept, 'utf8')) : []
  const all = merged(earlier, keep(figures, { rounds, at: new Date() }))
  writeFileSync(kept, writeKept(all))
  writeFileSync(document, intoScaling(readFileSync(document, 'utf8'), all))
}
