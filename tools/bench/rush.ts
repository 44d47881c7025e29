import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { checkInOf, openConnection, sendWithRetries } from './lines.ts'
import { type BenchPart, percentile, type Round } from './part.ts'
import { openScreen } from './screens.ts'
import { memoryOf } from './server.ts'

const checkIns = 200
const eveningMs = 600_000
/** This many members arrive within ten seconds in the middle of the evening. */
const crowd = 20
/** The minute that is measured without `--full`. Members due before it are already checked in when it begins. */
const densestMinute = { fromMs: eveningMs / 2 - 25_000, toMs: eveningMs / 2 + 35_000 }
/** How long to wait for the last screens to update. */
const catchUpMs = 10_000

export const rush: BenchPart = {
  name: 'rush',
  about: '500 screens show the home page while 200 members check in within ten minutes: the densest of these',
  club: { members: 500, practices: 40 },
  rounds: 3,
  measure,
}

async function measure({ server, full, onEnd }: Round) {
  const { members, pid, port, cpuMs } = server
  const screens = members.map((member) => openScreen(server, member))
  const { fromMs, toMs } = full ? { fromMs: 0, toMs: eveningMs } : densestMinute
  const due = members.slice(-checkIns).map((member, n) => ({ member, dueMs: dueMs(n) }))
  const early = due.filter(({ dueMs }) => dueMs < fromMs)
  const lines = due
    .filter(({ dueMs }) => dueMs >= fromMs && dueMs <= toMs)
    .map((each) => ({ ...each, connection: openConnection(port) }))
  onEnd(() => [...screens, ...lines.map(({ connection }) => connection)].forEach((each) => void each.close()))
  const first = openConnection(port)
  for (const { member } of early) await sendWithRetries(first, checkInOf(server, member))
  first.close()
  for (const screen of screens) await screen.open()
  // Each screen refetches once when its stream opens.
  await pause(3000)
  for (const screen of screens) screen.times.length = 0
  const ownDelay = monitorEventLoopDelay({ resolution: 5 })
  ownDelay.enable()
  const memory: ReturnType<typeof memoryOf>[] = []
  const sampler = setInterval(() => memory.push(memoryOf(pid)), 1000)
  onEnd(() => clearInterval(sampler))
  const cpuBefore = cpuMs()
  const begunAt = performance.now()
  /** Times at which one more member was checked in. */
  const answeredAt: number[] = []
  const times = await Promise.all(
    lines.map(async ({ member, connection, dueMs }) => {
      await pause(Math.max(0, begunAt + dueMs - fromMs - performance.now()))
      const { ms } = await sendWithRetries(connection, checkInOf(server, member))
      answeredAt.push(performance.now())
      return ms
    }),
  )
  const giveUpAt = performance.now() + catchUpMs
  const all = early.length + lines.length
  while (screens.some((screen) => !screen.shows(all)) && performance.now() < giveUpAt) await pause(20)
  const late = screens.flatMap((screen) => answeredAt.map((at, i) => screen.shownAt(early.length + i + 1) - at))
  const answers = screens.flatMap((screen) => screen.times)
  return [
    { name: 'check-in p50', unit: 'ms', value: percentile(times, 50) },
    { name: 'check-in p95', unit: 'ms', value: percentile(times, 95), atMost: 100 },
    { name: 'screen right p50', unit: 'ms', value: Math.max(0, percentile(late, 50)) },
    { name: 'screen right p99', unit: 'ms', value: percentile(late, 99), atMost: 1000 },
    { name: 'screen right, the last', unit: 'ms', value: percentile(late, 100), atMost: 1000 },
    { name: 'home page p99', unit: 'ms', value: percentile(answers, 99) },
    { name: 'home pages asked', unit: '', value: answers.length },
    { name: 'home pages refused', unit: '', value: screens.reduce((sum, { refused }) => sum + refused(), 0) },
    { name: 'most memory RSS', unit: 'MB', value: Math.max(...memory.map(({ rss }) => rss)), atMost: 300 },
    { name: 'most memory PSS', unit: 'MB', value: Math.max(...memory.map(({ pss }) => pss)) },
    { name: 'CPU of the server', unit: 's', value: (cpuMs() - cpuBefore) / 1000 },
    { name: 'longest delay of the bench', unit: 'ms', value: ownDelay.max / 1e6 },
  ]
}

/** When the nth member checks in: the crowd in the middle, the others evenly spread. */
function dueMs(n: number) {
  if (n < crowd) return eveningMs / 2 + (n / crowd) * 10_000
  return ((n - crowd) / (checkIns - crowd)) * eveningMs
}
