import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { crowds } from './crowd.ts'
import { door } from './door.ts'
import { idle } from './idle.ts'
import { large } from './large.ts'
import { type BenchPart, type Measured, median } from './part.ts'
import { rush } from './rush.ts'
import { type Club, prepareClub } from './server.ts'
import { ways } from './way.ts'
import { web } from './web.ts'

// Checks that the app is fast enough, on an otherwise idle machine: `npm run bench`, or `npm run bench -- rush idle` for some parts
// (docs/decisions/0001-performance-bounds.md).

const parts: BenchPart[] = [rush, ...crowds, ...ways, large, web, door, idle]
const root = join(import.meta.dirname, '../..')
const usage = `Usage: npm run bench [-- [names …] [--rounds n] [--full] [--json] [--project folder] [--against folder]]
  --project  another checkout to measure, installed and built; --against  one more, in turns with it
  --full     the whole evening of the rush, ten minutes a round
${parts.map(({ name, about }) => `  ${name.padEnd(16)}${about}\n`).join('')}`
/** Above this load, other processes take much of the CPU time. */
const busyLoad = 0.5

type Values = { value: number; least: number; most: number; rounds: number }
type Figure = Omit<Measured, 'value'> & Values & { part: string; holds?: boolean; against?: Values; ratio?: number }

/** Cleanup functions, called last to first. */
const undo: (() => unknown)[] = []
const onEnd = (work: () => unknown) => void undo.push(work)
let undoing = Promise.resolve()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '0' },
    full: { type: 'boolean', default: false },
    json: { type: 'boolean' },
    project: { type: 'string', default: root },
    against: { type: 'string' },
  },
})
const { rounds, full, json, project, against } = values
const projects = [project, against].filter((folder) => folder !== undefined).map((folder) => resolve(folder))
const isWrong =
  positionals.some((name) => !parts.some((part) => part.name === name)) ||
  !/^\d+$/.test(rounds) ||
  !projects.every((folder) => existsSync(join(folder, 'dist/web/index.html')))
if (isWrong || process.platform !== 'linux') {
  process.stderr.write(usage)
  process.exit(2)
}
const say = (line: string) => (json ? process.stderr : process.stdout).write(`${line}\n`)
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException'])
  process.once(event, async (why) => {
    say(`Interrupted: ${why instanceof Error ? why.stack : why}`)
    await undoTo(0)
    process.exit(130)
  })
const isGood = await main().finally(() => undoTo(0))
process.exit(isGood ? 0 : 1)

async function main() {
  const load = loadavg()[0] ?? 0
  say(`${availableParallelism()} cores, load ${load.toFixed(2)}, Node ${process.version}`)
  say(projects.join(' against '))
  if (load > busyLoad) say('This machine is busy with something else: the figures will be worse than the app is.')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'bench-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  say(`\n${row('figure', 'value', 'unit', 'least – most', 'bound', ...(against ? ['against', 'ratio'] : []))}`)
  const wrong: string[] = []
  for (const part of parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const mark = undo.length
    try {
      const clubs: Club[] = []
      for (const checkout of projects) {
        const where = { checkout, folder: join(folder, `${part.name}-${clubs.length}`), onEnd }
        clubs.push(await prepareClub(where, part))
      }
      for (const figure of await measure(part, clubs)) {
        if (figure.holds === false) wrong.push(`${part.name}: ${figure.name}`)
        if (json) process.stdout.write(`${JSON.stringify(figure)}\n`)
        else say(rowOf(figure))
      }
    } catch (error) {
      wrong.push(part.name)
      say(`✗ ${part.name} could not be measured: ${error instanceof Error ? error.stack : error}`)
    }
    await undoTo(mark)
  }
  say(wrong.length === 0 ? '\nAll bounds hold.' : `\n✗ ${wrong.join(', ')}`)
  return wrong.length === 0
}

/** Alternates between the checkouts, each round in another order, so that disturbances affect all of them. */
async function measure(part: BenchPart, clubs: Club[]): Promise<Figure[]> {
  const measured = clubs.map((): Measured[] => [])
  for (let number = 0; number < (Number(rounds) || (full && part === rush ? 1 : part.rounds)); number++) {
    const turns = [...clubs.entries()]
    for (const [i, club] of number % 2 === 0 ? turns : turns.reverse())
      measured[i]?.push(...(await measureRound(part, club, number)))
  }
  const [own = [], others = []] = measured
  return [...Map.groupBy(own, ({ name }) => name).values()].map((all) => {
    const [{ value: _, ...figure }, values] = [all[0] as Measured, valuesOf(all)]
    const against = valuesOf(others.filter(({ name }) => name === figure.name))
    const judged = figure.atMost === undefined ? {} : { holds: values.value <= figure.atMost }
    const ratio = against.value === 0 ? {} : { ratio: rounded(values.value / against.value) }
    const beside = against.rounds === 0 ? {} : { against, ...ratio }
    return { part: part.name, ...figure, ...values, ...judged, ...beside }
  })
}

async function measureRound(part: BenchPart, club: Club, number: number) {
  const mark = undo.length
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('a round took too long')), (full ? 20 : 5) * 60_000)
  const measuring = club.start(onEnd).then((server) => part.measure({ server, number, full, onEnd }))
  try {
    return await Promise.race([measuring, late.promise])
  } finally {
    measuring.catch(() => {})
    clearTimeout(timer)
    await undoTo(mark)
  }
}

function undoTo(mark: number) {
  undoing = undoing.then(async () => {
    while (undo.length > mark)
      await Promise.try(() => undo.pop()?.()).catch((error) => say(`could not tidy up: ${error}`))
  })
  return undoing
}

function valuesOf(rounds: Measured[]): Values {
  const values = rounds.map(({ value }) => value)
  const [value = 0, least = 0, most = 0] = [median(values), Math.min(...values), Math.max(...values)].map(rounded)
  return { value, least, most, rounds: values.length }
}

/** Rounds to three significant digits, or to integers above a thousand. */
function rounded(value: number) {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
}

function rowOf({ part, name, value, unit, least, most, atMost, holds, against, ratio }: Figure) {
  const bound = atMost === undefined ? '' : `≤ ${atMost} ${holds ? '✓' : '✗'}`
  return row(`${part}: ${name}`, value, unit, `${least} – ${most}`, bound, against?.value, ratio)
}

function row(...cells: unknown[]) {
  const widths = [46, 8, 8, 18, 10, 10, 7]
  const pad = (cell: unknown = '', i: number) =>
    [1, 5, 6].includes(i) ? `${cell}`.padStart(widths[i] ?? 0) : `${cell}`.padEnd(widths[i] ?? 0)
  return cells.map(pad).join(' ').trimEnd()
}
