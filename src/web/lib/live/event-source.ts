/** The server's stream of changes (src/server/live/stream.ts), reopened whenever it is cut. */

import type { HomeChange } from '#domain/live-topics.ts'

/** An event of the stream. */
export type LiveEvent =
  /** The stream is open: the current version (number of changes) of each topic. */
  | { kind: 'versions'; versions: [topic: string, version: number][] }
  /** `home` says what happened to the home page, if that is little. */
  | { kind: 'change'; topic: string; version: number; home?: HomeChange }
  | { kind: 'build'; entry: string }
  /** A heartbeat: the server is still there. */
  | { kind: 'beat' }
  /** No events until the next `versions`; the stream is reconnecting. */
  | { kind: 'cut' }
  /** Like `cut`, but the session may have changed, too. */
  | { kind: 'bye' }
  /** Other windows of this session use all the streams that it may have. This one stays closed. */
  | { kind: 'too-many' }

/** Plus or minus a random quarter (jitter), so five seconds at most. */
const longestWaitMs = 4000

/** Long enough for a page that is being left to be gone, and shorter than the wait before the next attempt. */
const refusedAfterMs = 250

export type LiveStream = ReturnType<typeof openEventSource>

export function openEventSource(tell: (event: LiveEvent) => void) {
  let source: EventSource | null = null
  let isUp = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function connect() {
    clearTimeout(timer)
    source?.close()
    if (isUp) fall({ kind: 'cut' })
    const stream = new EventSource('/live')
    source = stream
    const on = (event: string, hear: (data: Record<string, unknown>) => void) =>
      stream.addEventListener(event, ({ data }: MessageEvent<unknown>) => {
        if (stream === source) hear(parse(data))
      })
    on('versions', (data) => {
      failures = 0
      isUp = true
      tell({ kind: 'versions', versions: versionsOf(data) })
    })
    on('change', ({ topic, version, home }) => {
      if (typeof topic === 'string' && typeof version === 'number')
        tell({ kind: 'change', topic, version, ...(home ? { home: home as HomeChange } : {}) })
    })
    on('build', ({ entry }) => {
      if (typeof entry === 'string') tell({ kind: 'build', entry })
    })
    on('beat', () => tell({ kind: 'beat' }))
    on('bye', ({ reason }) => {
      stream.close()
      if (reason === 'too-many') return fall({ kind: 'too-many' })
      connectLater()
      fall({ kind: 'bye' })
    })
    stream.addEventListener('error', () => {
      if (stream !== source) return
      // After a response that is not a stream, the browser gives up; after a cut it reconnects automatically, with the
      // delay that the server set.
      const refused = stream.readyState === EventSource.CLOSED
      if (refused) connectLater()
      fall({ kind: 'cut' })
      // Chromium also reports this for the stream of a page that is being left, which must not send requests.
      if (refused) setTimeout(() => stream === source && fall({ kind: 'bye' }), refusedAfterMs)
    })
  }

  function fall(event: LiveEvent) {
    isUp = false
    tell(event)
  }

  function connectLater(waitMs = Math.min(1000 * 2 ** failures, longestWaitMs)) {
    clearTimeout(timer)
    failures += 1
    timer = setTimeout(connect, waitMs * (0.75 + Math.random() / 2))
  }

  connect()
  return {
    /** Reconnects now, even while waiting for events or a response: the connection seems to be dead. */
    renew() {
      if (source?.readyState !== EventSource.CLOSED) connect()
    },
    /** Reconnects right away if it is waiting to do so later. */
    hurry() {
      if (source?.readyState === EventSource.CLOSED) connect()
    },
    close() {
      clearTimeout(timer)
      source?.close()
      source = null
    },
  }
}

export function versionsOf(versions: Record<string, unknown>) {
  return Object.entries(versions).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
}

function parse(data: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
