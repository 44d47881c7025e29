import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { PagePath } from '#server/http/documents.ts'
import {
  type Measured,
  measurePage,
  type PageFigures,
  type PagesBench,
  pages,
  startPagesBench,
} from '#test/bench/pages.ts'
import { watchStolen } from '#test/bench/stolen.ts'

// What each page costs and how soon it is there, on a mid-range phone and a slow line, as Lighthouse simulates them (1.6 Mbps,
// 150 ms, a processor four times slower): `npm run bench:web`, on a machine that does nothing else, or
// `npm run bench:web -- /login /home` for some pages, `--runs 1` for fewer visits than five, `--json` for a line of JSON per page.
// `--observed` lets the line and the processor be as slow as that instead of reckoning it, which takes the order of files into account.
// The server is asked as it is, compressed and over HTTP/1.1. A later visit finds the browser's caches full.

const usage = 'Usage: npm run bench:web [-- [--runs 5] [--json] [--observed] [/page …]]'

type Limits = Partial<Record<keyof PageFigures, { atMost: number } | { atLeast: number }>>

const ofEveryPage: Limits = {
  cssGzip: { atMost: 30 },
  cls: { atMost: 0.02 },
  accessibility: { atLeast: 100 },
  bestPractices: { atLeast: 100 },
}
const quick: Limits = { repeatLcp: { atMost: 1000 }, tbt: { atMost: 150 } }
const limits: Partial<Record<PagePath, Limits>> = {
  '/login': { ...quick, jsGzip: { atMost: 150 }, lcp: { atMost: 1800 } },
  '/home': { ...quick, jsGzip: { atMost: 200 }, lcp: { atMost: 2500 } },
}

const columns = {
  jsGzip: 'JS kB',
  cssGzip: 'CSS kB',
  lcp: 'LCP ms',
  repeatLcp: 'later',
  tbt: 'TBT ms',
  cls: 'CLS',
  performance: 'perf.',
  accessibility: 'access.',
  bestPractices: 'practices',
  stolen: 'stolen %',
} as const satisfies Partial<Record<keyof PageFigures, string>>

const { asked, runs, json, observed } = readArguments()
const watch = watchStolen()
let bench: PagesBench | undefined
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    stopped = true
    await bench?.dispose()
    process.exit(130)
  })
try {
  bench = await startPagesBench()
  const measured: Measured[] = []
  if (!json)
    say(`${runs} visits of each page and as many later ones, medians, ${availableParallelism()} cores\n\n${head()}`)
  for (const route of asked) {
    const page = await measurePage(bench, route, { runs, observed, watch })
    measured.push(page)
    say(json ? JSON.stringify(figuresOf(page)) : row(page))
  }
  if (!json) sayRest(measured)
  process.exitCode = measured.some((page) => missedBy(page).length > 0) ? 1 : 0
} catch (error) {
  // What is being measured fails when the browser is ended.
  if (!stopped) throw error
} finally {
  watch.stop()
  if (!stopped) await bench?.dispose()
}

function readArguments() {
  const options = {
    runs: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    observed: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const known = Object.keys(pages) as PagePath[]
  const asked = known.filter((route) => positionals.length === 0 || positionals.includes(route))
  const runs = Number(values.runs)
  if (!Number.isInteger(runs) || runs < 1 || (positionals.length > 0 && asked.length !== new Set(positionals).size)) {
    process.stderr.write(`${usage}\nPages: ${known.join(' ')}\n`)
    process.exit(2)
  }
  return { asked, runs, json: values.json, observed: values.observed }
}

function figuresOf({ chunks: _, complaints: __, ...figures }: Measured): PageFigures {
  return figures
}

function missedBy(page: PageFigures) {
  const all = { ...ofEveryPage, ...limits[page.route] }
  return Object.entries(all).flatMap(([name, limit]) => {
    const value = page[name as keyof PageFigures] as number
    return 'atMost' in limit ? (value > limit.atMost ? [name] : []) : value < limit.atLeast ? [name] : []
  })
}

function head() {
  return `${''.padEnd(18)}${Object.values(columns)
    .map((title) => title.padStart(11))
    .join('')}`
}

/** A figure that misses its limit has a mark. */
function row(page: PageFigures) {
  const missed = missedBy(page)
  const cells = (Object.keys(columns) as (keyof typeof columns)[]).map((name) =>
    `${missed.includes(name) ? '✗ ' : ''}${page[name]}`.padStart(11),
  )
  return `${page.route.padEnd(18)}${cells.join('')}`
}

function sayRest(measured: Measured[]) {
  say('\nWhat each page requests right away, kB gzipped')
  for (const { route, chunks } of measured)
    say(
      `  ${route.padEnd(18)} ${chunks.map(({ name, gzip }) => `${name.replace(/-[\w-]{8}\./, '.')} ${gzip}`).join(', ')}`,
    )
  for (const { route, complaints } of measured) for (const each of complaints) say(`\n✗ ${route}: ${each}`)
  const missed = measured.flatMap((page) => missedBy(page).map((name) => `${name} of ${page.route}`))
  say(missed.length === 0 ? '\nAll within the limits.' : `\nMissed (✗): ${missed.join(', ')}`)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
