import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchMember } from './bench-rows.ts'
import { openLine, type Question, question } from './lines.ts'

/** As the app does (src/web/live.ts): the first change shows at once, what follows within a second at its end, and a little later. */
const quietMs = 1000
const jitterMs = 400
/** Not all at once: the server has a line of those who wait for one, and it is not what is measured here. */
const openedTogether = 50

export type Screens = Awaited<ReturnType<typeof openScreens>>

type Where = {
  url: string
  ports: number[]
  /** They have their page and only listen then: what is measured is what telling them costs. */
  onlyListen?: boolean
}

/**
 * The home page on so many phones: each follows the stream of changes, and asks for the page anew when what is live has changed. As
 * lean as lines.ts, for a thousand of them are to be served by one core and played by another.
 */
export async function openScreens(members: BenchMember[], { url, ports, onlyListen = false }: Where) {
  const screens: Screen[] = []
  for (let i = 0; i < members.length; i += openedTogether) {
    const some = members
      .slice(i, i + openedTogether)
      .map(({ cookie }, j) => openScreen(ports[(i + j) % ports.length] ?? 0, { url, cookie, onlyListen }))
    await Promise.all(some.map((screen) => screen.open()))
    screens.push(...some)
  }
  return {
    /** Begins to listen for one change: settles when all were told of a version that is this new, and when all show it. */
    async follow(version: number, change: () => Promise<unknown>) {
      const begunAt = performance.now()
      const each = screens.map((screen) => screen.await(version))
      await change()
      const [told, shown] = await Promise.all([
        Promise.all(each.map((screen) => screen.told)),
        Promise.all(each.map((screen) => screen.shown)),
      ])
      return { toldMs: told.map((at) => at - begunAt), shownMs: shown.map((at) => at - begunAt) }
    },
    /** Until each shows what it was told of last. */
    async settled() {
      while (screens.some((screen) => screen.isBehind())) await pause(20)
    },
    /** The newest version that any of them was told of. */
    version: () => Math.max(...screens.map((screen) => screen.version())),
    /** Asked for anew so often, and so often answered otherwise than with the page. */
    counts: () => ({
      refetched: screens.reduce((sum, screen) => sum + screen.counts.refetched, 0),
      refused: screens.reduce((sum, screen) => sum + screen.counts.refused, 0),
    }),
    close() {
      for (const screen of screens) screen.close()
    },
  }
}

type Screen = ReturnType<typeof openScreen>

type Viewer = { url: string; cookie: string; onlyListen: boolean }

function openScreen(port: number, { url, cookie, onlyListen }: Viewer) {
  const ask = question(new URL('/rpc/home/get', url), cookie)
  const line = openLine(port)
  const stream = connect({ port, host: '127.0.0.1', noDelay: true })
  stream.on('error', () => {})
  stream.write(streamQuestion(url, cookie))
  const counts = { refetched: 0, refused: 0 }
  const waiting: { version: number; told: (at: number) => void; shown: (at: number) => void }[] = []
  const up = Promise.withResolvers<void>()
  let text = ''
  /** As the stream told, when that page was asked for, and as is shown. */
  let [told, asked, shown] = [-1, -1, -1]
  let isAsking = false
  let askedAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    const end = text.lastIndexOf('\n\n')
    if (end === -1) return
    // `versions` says "live":18, `change` "topic":"live","version":18.
    for (const [, version] of text.slice(0, end).matchAll(/"live"(?:,"version")?:(\d+)/g)) hear(Number(version))
    text = text.slice(end + 2)
  })

  function hear(version: number) {
    if (!(version > told)) return
    const isFirst = told === -1
    told = version
    if (isFirst) {
      // The page came before its stream.
      shown = version
      up.resolve()
      return
    }
    const now = performance.now()
    for (const each of waiting) if (each.version <= told) each.told(now)
    if (onlyListen) show(told)
    else askSoon()
  }

  function askSoon() {
    if (timer !== undefined || isAsking) return
    const since = performance.now() - askedAt
    if (since >= quietMs) return askNow()
    timer = setTimeout(askNow, quietMs - since + Math.random() * jitterMs)
  }

  function askNow() {
    timer = undefined
    isAsking = true
    askedAt = performance.now()
    asked = told
    line.ask(ask, hearAnswer, () => hearAnswer({ status: 0 }))
  }

  function hearAnswer({ status }: { status: number }) {
    isAsking = false
    counts.refetched += 1
    if (status === 200) show(asked)
    else counts.refused += 1
    if (shown < told) askSoon()
  }

  function show(version: number) {
    shown = version
    const now = performance.now()
    for (const each of waiting.filter(({ version }) => version <= shown)) {
      each.shown(now)
      waiting.splice(waiting.indexOf(each), 1)
    }
  }

  return {
    counts,
    async open() {
      await Promise.all([line.open(), once(stream, 'connect')])
      await line.askOnce(ask)
      await up.promise
    },
    await(version: number) {
      const [isTold, isShown] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
      waiting.push({ version, told: isTold.resolve, shown: isShown.resolve })
      return { told: isTold.promise, shown: isShown.promise }
    },
    version: () => told,
    isBehind: () => shown < told,
    close() {
      clearTimeout(timer)
      stream.destroy()
      line.close()
    },
  }
}

function streamQuestion(url: string, cookie: string): Question {
  return question(new URL('/live', url), cookie, { accept: 'text/event-stream' })
}
