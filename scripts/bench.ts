import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { measureArrowPaint } from '#test/bench/arrow-paint.ts'
import { measureFilterPaint } from '#test/bench/filter-paint.ts'
import { size, startLargeClub } from '#test/bench/large-club.ts'
import { measurePageQueries } from '#test/bench/page-queries.ts'
import { watchStolen } from '#test/bench/stolen.ts'

// How fast it is with far more than a club has: `npm run bench`, on a machine that does nothing else, or
// `npm run bench -- queries`, `filters`, `arrows` for a part. Everything is measured more often than it counts: what does is
// measured while the host of a virtual machine gave its processors to others the least, and how much that was is said
// (test/bench/stolen.ts). The report is .cache/bench/report.json.

const folder = join(import.meta.dirname, '..', '.cache', 'bench')
/** What the pages promise, in ms. */
const limits = { p99: 100, p95: 100 }

const parts = process.argv.slice(2)
const isAsked = (part: string) => parts.length === 0 || parts.includes(part)

const watch = watchStolen()
const club = await startLargeClub()
try {
  say(
    `${size.members} members, ${size.practices} practices, SQLite, ${availableParallelism()} cores, Node ${process.version}`,
  )
  const queries = isAsked('queries') ? await measurePageQueries(club, watch) : []
  say('\nWhat pages ask the server for, 1,000 times each, ms')
  for (const { page, queries: asked, kb, p50, p99, p99OfAll, stolen, all } of queries) {
    const whole = asked > 1 ? `; all ${asked} of a page, one after the other: median ${all.p50}, p99 ${all.p99}` : ''
    say(
      `  ${page.padEnd(18)} ${kb} kB, median ${p50}, p99 ${p99}${whole} (${stolen} % stolen; p99 of twice as many ${p99OfAll})`,
    )
  }
  const paints = isAsked('filters') ? await measureFilterPaint(club, watch) : []
  say('\nFrom a key press until the rows that fit are painted, processor 4 times slower, ms')
  for (const { page, width, presses, p50, p95, stolen, rounds } of paints)
    say(
      `  ${page.padEnd(18)} ${width} px, ${presses} presses, median ${p50}, p95 ${p95} (${stolen} % stolen; rounds: ${rounds.join(', ')})`,
    )
  const scores = isAsked('arrows') ? await measureArrowPaint(club, watch) : []
  say('\nFrom a tap until the arrow is painted on a card of 144, processor 4 times slower, ms')
  for (const { input, p50, p95, stolen, lastRound, redraw } of scores)
    say(
      `  ${input.padEnd(18)} median ${p50}, p95 ${p95}; the last 36: p95 ${lastRound.p95}; undo and redo on the full card: p95 ${redraw.p95} (${stolen} % stolen)`,
    )
  mkdirSync(folder, { recursive: true })
  const report = { at: new Date().toISOString(), size, queries, paints, scores }
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  const slow = [
    ...queries.filter(({ p99 }) => p99 > limits.p99).map(({ page }) => page),
    ...paints.filter(({ p95 }) => p95 > limits.p95).map(({ page, width }) => `${page} at ${width} px`),
    ...scores
      .filter(({ p95, redraw }) => Math.max(p95, redraw.p95) > limits.p95)
      .map(({ input }) => `an arrow by ${input}`),
  ]
  say(slow.length === 0 ? '\nAll within 100 ms.' : `\nSlower than 100 ms: ${slow.join(', ')}`)
  process.exitCode = slow.length === 0 ? 0 : 1
} finally {
  watch.stop()
  await club.server.dispose()
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
