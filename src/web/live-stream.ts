/** The server's stream of changes (src/server/live/stream.ts), kept up however often it is cut. */

/** What is heard of it, here or from the window that has it. */
export type Word =
  /** It is up: so many changes has each topic had so far. */
  | { kind: 'versions'; versions: [topic: string, version: number][] }
  | { kind: 'change'; topic: string; version: number }
  | { kind: 'build'; entry: string }
  /** Somebody is still there. */
  | { kind: 'beat' }
  /** Nothing comes until the next `versions`; the stream is asked for again. */
  | { kind: 'cut' }
  /** The same, and who is signed in may have changed. */
  | { kind: 'bye' }

/** With what is added to it by chance, five seconds. */
const longestWaitMs = 4000
/** One person has more streams than the server keeps: theirs is asked for again when a minute or so has passed. */
const tooManyWaitMs = 60_000

export type LiveStream = ReturnType<typeof openStream>

export function openStream(tell: (word: Word) => void) {
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
      stream.addEventListener(event, ({ data }: MessageEvent<unknown>) => hear(parse(data)))
    on('versions', (data) => {
      failures = 0
      isUp = true
      tell({ kind: 'versions', versions: versionsOf(data) })
    })
    on('change', ({ topic, version }) => {
      if (typeof topic === 'string' && typeof version === 'number') tell({ kind: 'change', topic, version })
    })
    on('build', ({ entry }) => {
      if (typeof entry === 'string') tell({ kind: 'build', entry })
    })
    on('beat', () => tell({ kind: 'beat' }))
    on('bye', ({ reason }) => {
      stream.close()
      connectLater(reason === 'too-many' ? tooManyWaitMs : undefined)
      fall({ kind: 'bye' })
    })
    stream.addEventListener('error', () => {
      // After an answer that is not a stream the browser gives up; a cut it mends by itself.
      const refused = stream.readyState === EventSource.CLOSED
      if (refused) connectLater()
      fall({ kind: refused ? 'bye' : 'cut' })
    })
  }

  function fall(word: Word) {
    isUp = false
    tell(word)
  }

  function connectLater(waitMs = Math.min(1000 * 2 ** failures, longestWaitMs)) {
    clearTimeout(timer)
    failures += 1
    timer = setTimeout(connect, waitMs * (0.75 + Math.random() / 2))
  }

  connect()
  return {
    /** Asks anew where it waits for words or for an answer: the line seems to be dead. */
    renew() {
      if (source?.readyState !== EventSource.CLOSED) connect()
    },
    /** Asks at once where it would ask later. */
    hurry() {
      if (source?.readyState === EventSource.CLOSED) connect()
    },
    close() {
      clearTimeout(timer)
      source?.close()
    },
  }
}

function versionsOf(versions: Record<string, unknown>) {
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
