import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Home } from '#contract/home.ts'
import type { HomeChange } from '#domain/live-topics.ts'
import { changeHome } from '#web/queries/projected-home.ts'
import type { BenchMember } from './club-rows.ts'
import { addressOf, openConnection, requestOf } from './lines.ts'
import type { Server } from './server.ts'

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

export function openScreen(server: Server, member: BenchMember) {
  const connection = openConnection(server.port)
  const seen = new Map<string, number>()
  /** When it first showed at least this many. */
  const shown: number[] = []
  const times: number[] = []
  /** The sizes of the events of one change each, in bytes. */
  const eventBytes: number[] = []
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
      for (const [whole, event = '', data = ''] of text
        .slice(0, end)
        .matchAll(/event: (versions|change)\ndata: (.*)\n(?:.*\n)*?\n/g)) {
        if (event === 'change') eventBytes.push(Buffer.byteLength(whole, 'latin1'))
        hear(event, JSON.parse(data))
      }
      text = text.slice(end)
    })
  }

  return {
    times,
    eventBytes,
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
