import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkIns } from '#test/bench/check-ins.ts'
import { idle } from '#test/bench/idle.ts'
import { large } from '#test/bench/large.ts'
import { type Measured, median, type Part } from '#test/bench/part.ts'
import { rush } from '#test/bench/rush.ts'
import { type Club, prepareClub } from '#test/bench/server.ts'
import { web } from '#test/bench/web.ts'
import { startPostgres } from '#test/support/postgres.ts'

// Whether the app is fast enough, on a machine that does nothing else (docs/decisions/0053-the-bench.md): `npm run bench`, or
// `npm run bench -- rush idle` for some parts. `--against <folder>` measures another checkout by turns and shows both side by side.

const parts: Part[] = [rush, large, web, idle, checkIns]
const root = join(import.meta.dirname, '..')
const roundLimitMs = 5 * 60_000
const fullRoundLimitMs = 20 * 60_000
/** From this load on, others take much of the processor time. */
const busyLoad = 0.5
const usage = `Usage: npm run bench [-- [names …] [--engine sqlite|postgres] [--rounds n] [--full] [--json] [--project folder] [--against folder]]
  --project, --against  other checkouts of this project, installed and built
  --full                the rush at its real pace: ten minutes a round
Names:${parts.map(({ name, about }) => `\n  ${name.padEnd(10)}${about}`).join('')}\n`

type Figure = Omit<Measured, 'value'> & Values & { part: string; against?: Values; ratio?: number; holds?: boolean }
type Values = { value: number; least: number; most: number; rounds: number }

/** What was started and made, the first one first; undone from its end. */
const undo: (() => unknown)[] = []
const onEnd = (work: () => unknown) => void undo.push(work)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    await undoTo(0)
    process.exit(130)
  })

const options = readArguments()
const say = (line: string) => (options.json ? process.stderr : process.stdout).write(`${line}\n`)
try {
  process.exitCode = await main()
} finally {
  await undoTo(0)
}

async function main() {
  const { engine, projects, json } = options
  const load = loadavg()[0] ?? 0
  say(
    `${availableParallelism()} cores, load ${load.toFixed(2)}, Node ${process.version}, ${engine}; ${projects.join(' against ')}`,
  )
  if (load > busyLoad) say('This machine is busy with something else: the figures will be worse than the app is.')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'bench-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : null
  if (postgres) onEnd(() => postgres.stop())
  say(`\n${row('figure', 'value', 'unit', 'least – most', 'bound', '', ...(projects[1] ? ['against', 'ratio'] : []))}`)
  let [missed, failed] = [0, 0]
  for (const part of options.parts) {
    const mark = undo.length
    try {
      const clubs: Club[] = []
      for (const [i, checkout] of projects.entries())
        clubs.push(
          await prepareClub({ checkout, folder: join(folder, `${part.name}-${i}`), postgres, onEnd }, part.club),
        )
      for (const figure of await measure(part, clubs)) {
        if (figure.holds === false) missed += 1
        if (json) process.stdout.write(`${JSON.stringify(figure)}\n`)
        else say(rowOf(figure))
      }
    } catch (error) {
      failed += 1
      say(`✗ ${part.name} could not be measured: ${error instanceof Error ? error.stack : error}`)
    }
    await undoTo(mark)
  }
  say(`\n${missed === 0 ? 'All bounds hold.' : `${missed} missed (✗).`}${failed > 0 ? ` ${failed} parts failed.` : ''}`)
  return missed + failed > 0 ? 1 : 0
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ engine: { type: 'string', default: 'sqlite' }, rounds: { type: 'string' }, full: { type: 'boolean' } },
      ...{ json: { type: 'boolean' }, project: { type: 'string', default: root }, against: { type: 'string' } },
    },
  })
  const { engine, rounds, full = false, json = false, project, against } = values
  const projects = [project, ...(against === undefined ? [] : [against])].map((folder) => resolve(folder))
  const wrong = [
    ...positionals.filter((name) => !parts.some((part) => part.name === name)),
    ...(['sqlite', 'postgres'].includes(engine) ? [] : [engine]),
    ...(rounds === undefined || Number(rounds) >= 1 ? [] : [rounds]),
    ...projects
      .filter((folder) => !existsSync(join(folder, 'dist/web/index.html')))
      .map((folder) => `${folder} (not built)`),
    ...(existsSync('/proc/self/smaps_rollup')
      ? []
      : ['This system: the bench reads memory and CPU time from Linux’s /proc']),
  ]
  if (wrong.length > 0) {
    process.stderr.write(`Not possible: ${wrong.join(', ')}\n${usage}`)
    process.exit(2)
  }
  const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  return { parts: chosen, engine, rounds: rounds === undefined ? undefined : Number(rounds), full, json, projects }
}

/** The checkouts take turns, each round in another order, so that what disturbs the machine meets all of them. */
async function measure(part: Part, clubs: Club[]): Promise<Figure[]> {
  const rounds = options.rounds ?? (options.full && part.name === 'rush' ? 1 : part.rounds)
  const measured = clubs.map(() => new Map<string, { first: Measured; values: number[] }>())
  for (let number = 0; number < rounds; number++) {
    const turns = [...clubs.entries()]
    for (const [i, club] of number % 2 === 0 ? turns : turns.reverse())
      for (const each of await measureRound(part, club, number)) {
        const known = measured[i]?.get(each.name)
        if (known) known.values.push(each.value)
        else measured[i]?.set(each.name, { first: each, values: [each.value] })
      }
  }
  const [project, against] = measured
  return [...(project?.values() ?? [])].map(({ first: { name, unit, atMost }, values }) => {
    const own = valuesOf(values)
    const other = against?.get(name)
    const holds = atMost === undefined ? {} : { atMost, holds: own.value <= atMost }
    const beside = other && valuesOf(other.values)
    const compared = beside && { against: beside, ratio: rounded(own.value / beside.value) }
    return { part: part.name, name, unit, ...own, ...holds, ...compared }
  })
}

async function measureRound(part: Part, club: Club, number: number) {
  const mark = undo.length
  const late = Promise.withResolvers<never>()
  const limitMs = options.full ? fullRoundLimitMs : roundLimitMs
  const timer = setTimeout(() => late.reject(new Error('a round took too long')), limitMs)
  try {
    const measuring = club.start(onEnd).then((server) => part.measure({ server, number, full: options.full, onEnd }))
    measuring.catch(() => {})
    return await Promise.race([measuring, late.promise])
  } finally {
    clearTimeout(timer)
    await undoTo(mark)
  }
}

async function undoTo(mark: number) {
  while (undo.length > mark) {
    try {
      await undo.pop()?.()
    } catch (error) {
      say(`could not tidy up: ${error}`)
    }
  }
}

function valuesOf(values: number[]): Values {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return { value: rounded(median(values)), least: rounded(least), most: rounded(most), rounds: values.length }
}

function rowOf({ part, name, value, unit, least, most, atMost, holds, against, ratio }: Figure) {
  const spread = least === most ? '' : `${least} – ${most}`
  const judged = [atMost === undefined ? '' : `≤ ${atMost}`, holds === undefined ? '' : holds ? '✓' : '✗']
  return row(`${part}: ${name}`, value, unit, spread, ...judged, ...(against ? [against.value, ratio] : []))
}

function row(...cells: unknown[]) {
  const widths = [44, -9, 10, 20, 8, 2, -10, -8]
  const texts = cells.map((cell, i) => {
    const width = widths[i] ?? 0
    return width < 0 ? `${cell}`.padStart(-width) : `${cell}`.padEnd(width)
  })
  return texts.join(' ').trimEnd()
}

/** To three digits, or to whole numbers from a thousand on. */
function rounded(value: number) {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3))
}
