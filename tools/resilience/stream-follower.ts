import { type ClientRequest, type IncomingMessage, request } from 'node:http'

type Hear = (event: string, data: Record<string, unknown>) => void

export type Follower = ReturnType<typeof follow>

/** Follows `/live` as a browser does: reconnects after a cut, after the retry time the server has set. */
export function follow(url: string, cookie: string, hear: Hear = () => {}) {
  const counts = { opened: 0, cut: 0, refused: 0, bye: 0 }
  const versions = new Map<string, number>()
  const firstByteMs: number[] = []
  let asked: ClientRequest | undefined
  let answer: IncomingMessage | undefined
  let timer: NodeJS.Timeout | undefined
  let retryMs = 3000
  let isUp = false
  let isOver = false
  let up = Promise.withResolvers<void>()

  function open() {
    const begunAt = performance.now()
    const address = new URL('/live', url)
    // The server is on this machine under any name; skip DNS.
    asked = request(address, { host: '127.0.0.1', agent: false, headers: { host: address.host, cookie } })
    asked.on('error', comeBack)
    asked.on('response', (response) => {
      if (response.statusCode !== 200) {
        counts.refused += 1
        response.resume().on('end', comeBack)
        return
      }
      answer = response
      let text = ''
      response.setEncoding('utf8')
      response.once('data', () => firstByteMs.push(performance.now() - begunAt))
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) read(block)
      })
      response.on('error', () => {}).on('close', comeBack)
    })
    asked.end()
  }

  function read(block: string) {
    const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(block)?.[1]
    retryMs = Number(field('retry') ?? retryMs)
    const event = field('event')
    if (event === undefined) return
    const data: Record<string, unknown> = JSON.parse(field('data') ?? '{}')
    if (event === 'versions') {
      counts.opened += 1
      isUp = true
      for (const [topic, version] of Object.entries(data)) versions.set(topic, Number(version))
      up.resolve()
    }
    if (event === 'change') versions.set(String(data.topic), Number(data.version))
    if (event === 'bye') counts.bye += 1
    hear(event, data)
  }

  function comeBack() {
    if (isUp) {
      counts.cut += 1
      up = Promise.withResolvers()
    }
    isUp = false
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(open, retryMs)
  }

  open()
  return {
    counts,
    /** The latest version of each topic. */
    versions,
    /** Milliseconds from each request to the first byte of its response. */
    firstByteMs,
    isUp: () => isUp,
    /** Resolves once the first events have come. */
    up: () => up.promise,
    /** The time until it reconnects after a cut. */
    retryMs: () => retryMs,
    /** Stops reading from its connection. */
    stall: () => answer?.pause(),
    resume: () => answer?.resume(),
    close() {
      isOver = true
      clearTimeout(timer)
      asked?.destroy()
    },
  }
}

/** The given percentile of sorted times. */
export function quantile(times: number[], percent: number) {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0)
}
