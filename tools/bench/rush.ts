import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Home } from '#contract/home.ts'
import type { HomeChange } from '#domain/live-topics.ts'
import { changeHome } from '#web/queries/projected-home.ts'
import type { BenchMember } from './club-rows.ts'
import { addressOf, checkInOf, openConnection, requestOf, sendWithRetries } from './lines.ts'
import { type BenchPart, percentile, type Round } from './part.ts'
import { memoryOf, type Server } from './server.ts'

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

/**
 * Simulates a phone that shows the home page. Keep in sync with the app:
 * - src/web/queries/home.ts: the address, the topics it follows, and a request each minute;
 * - src/web/lib/live/live-updates.ts (createRefresher): a changed topic refetches right away, but at least 0.4 s after the last time, and
 *   then with a jitter of up to 0.3 s; the first event of the stream counts as a change of every topic; a change that comes along is applied
 *   instead (src/web/queries/projected-home.ts), also to a response that was on its way;
 * - src/web/lib/live/event-source.ts: a refused or cut stream reopens after about a second;
 * - src/web/lib/api.ts: If-None-Match; src/web/lib/query-client.ts: two retries after 0.5 and 1 s if the server was too busy.
 * One difference: the app cancels a pending request when the next one is due; here the next one waits for its response.
 */
const homeAddress = addressOf('home.get')
const topics = ['practices', 'live', 'club', 'member', 'members']
const [quietMs, jitterMs, intervalMs, reopenMs] = [400, 300, 60_000, 1000]

function openScreen(server: Server, member: BenchMember) {
  const connection = openConnection(server.port)
  const seen = new Map<string, number>()
  /** When it first showed at least this many. */
  const shown: number[] = []
  const times: number[] = []
  const begun = Promise.withResolvers<void>()
  let [etag, text, askedAt, refused] = ['', '', Number.NEGATIVE_INFINITY, 0]
  let [isWaiting, isAsking, isBehind, isClosed] = [false, false, false, false]
  let page: Home | null = null
  /** Changes since the page was asked for. */
  let arrived: HomeChange[] = []
  let [stream, interval]: [Socket?, NodeJS.Timeout?] = []

  function soon() {
    if (isWaiting || isClosed) return
    isWaiting = true
    const since = performance.now() - askedAt
    setTimeout(ask, since < quietMs ? quietMs - since + Math.random() * jitterMs : 0)
  }

  async function ask() {
    isWaiting = false
    isBehind = isAsking
    if (isAsking) return
    isAsking = true
    arrived = []
    askedAt = performance.now()
    for (const waitMs of [500, 1000, 0]) {
      const answer = await connection.ask(requestOf(server, member, { address: homeAddress, etag })).catch(() => null)
      if (isClosed) return
      if (answer?.status === 200 || answer?.status === 304) {
        times.push(answer.ms)
        if (answer.status === 200) {
          const { json: home } = JSON.parse(answer.body.toString()) as { json: Home }
          show(
            arrived.reduce(
              (page, change) => (change.revision > page.revision && changeHome(page, change)) || page,
              home,
            ),
          )
        }
        etag = answer.etag
        break
      }
      refused += 1
      await pause(waitMs)
    }
    isAsking = false
    clearTimeout(interval)
    interval = setTimeout(soon, intervalMs)
    if (isBehind) soon()
  }

  function show(home: Home) {
    page = home
    for (let count = home.live?.attendees.length ?? 0; count > 0 && shown[count] === undefined; count--)
      shown[count] = performance.now()
  }

  function apply(change: HomeChange) {
    if (isAsking) arrived.push(change)
    const changed = page && changeHome(page, change)
    if (changed === null) soon()
    else show(changed)
  }

  function hear(event: string, data: Record<string, unknown>) {
    if (event === 'versions') begun.resolve()
    const changed = event === 'versions' ? Object.entries(data) : [[data.topic, data.version]]
    for (const [topic, version] of changed as [string, number][]) {
      if (event === 'change' && version <= (seen.get(topic) ?? -1)) continue
      seen.set(topic, version)
      if (!topics.includes(topic)) continue
      if (event === 'change' && data.home) apply(data.home as HomeChange)
      else soon()
    }
  }

  function follow() {
    if (isClosed) return
    stream = connect({ port: server.port, host: '127.0.0.1', noDelay: true })
    stream.write(requestOf(server, member, { address: '/live' }))
    stream.on('error', () => {})
    stream.on('close', () => setTimeout(follow, reopenMs * (0.75 + Math.random() / 2)))
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const end = text.lastIndexOf('\n\n') + 2
      for (const [, event = '', data = ''] of text.slice(0, end).matchAll(/event: (versions|change)\ndata: (.*)/g))
        hear(event, JSON.parse(data))
      text = text.slice(end)
    })
  }

  return {
    times,
    refused: () => refused,
    shows: (count: number) => shown[count] !== undefined,
    shownAt: (count: number) => shown[count] ?? performance.now(),
    async open() {
      await ask()
      follow()
      await begun.promise
    },
    close() {
      isClosed = true
      clearTimeout(interval)
      stream?.destroy()
      connection.close()
    },
  }
}
