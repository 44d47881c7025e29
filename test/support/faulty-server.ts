import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { listenLocally } from './local-port.ts'

/**
 * Faults of a remote server, over real HTTP.
 *
 * `answer`: this response instead of the right one. `hang`: never responds. `drip`: the right response, one byte every
 * so many milliseconds. `cut`: the right response, cut off after this many bytes. `reset`: the connection is reset
 * before any response.
 */
export type Fault =
  | { kind: 'answer'; status?: number; headers?: OutgoingHttpHeaders; body?: string | Uint8Array }
  | { kind: 'hang' }
  | { kind: 'drip'; everyMs: number }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'reset' }

/** `after`: how many requests succeed first. `times`: how many fail before all is well again. */
export type FaultPlan = { after?: number; times?: number }

export type RecordedRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  /** Null until the response is sent, and for hanging or broken ones. */
  status: number | null
}

export type Answer = { status: number; headers: OutgoingHttpHeaders; body: string }

/** An HTTP server on a free port of 127.0.0.1 that responds with `answer`, or with the current fault. */
export async function startFaultyServer(answer: (request: RecordedRequest) => Answer) {
  const requests: RecordedRequest[] = []
  const timers = new Set<NodeJS.Timeout>()
  let fault: { fault: Fault; after: number; times: number } | null = null
  let waiting: { count: number; tell: () => void }[] = []

  function faultOfTheMoment() {
    if (!fault) return null
    if (fault.after > 0) {
      fault.after -= 1
      return null
    }
    const now = fault.fault
    fault.times -= 1
    if (fault.times <= 0) fault = null
    return now
  }

  const server = createServer((message, response) => {
    const url = new URL(message.url ?? '/', 'http://fake')
    const request: RecordedRequest = {
      method: message.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: message.headers,
      status: null,
    }
    requests.push(request)
    const now = faultOfTheMoment()
    if (now?.kind === 'answer') {
      request.status = now.status ?? 200
      response.writeHead(request.status, now.headers).end(now.body)
    } else if (now?.kind === 'reset') {
      message.socket.resetAndDestroy()
    } else if (now?.kind !== 'hang') {
      const right = answer(request)
      request.status = right.status
      if (now) breakOff(response, right, now)
      else response.writeHead(right.status, right.headers).end(right.body)
    }
    waiting = waiting.filter(({ count, tell }) => {
      if (requests.length < count) return true
      tell()
      return false
    })
  })

  function breakOff(response: ServerResponse, right: Answer, how: { kind: 'drip' | 'cut' } & Fault) {
    const bytes = Buffer.from(right.body)
    response.writeHead(right.status, { ...right.headers, 'content-length': bytes.length })
    if (how.kind === 'cut') {
      response.write(bytes.subarray(0, how.afterBytes), () => response.destroy())
    } else if (how.kind === 'drip') {
      let sent = 0
      const timer = setInterval(() => {
        if (sent < bytes.length && !response.destroyed) response.write(bytes.subarray(sent, ++sent))
        else clearInterval(timer)
      }, how.everyMs)
      timers.add(timer)
    }
  }

  const port = await listenLocally(server)

  async function stop() {
    for (const timer of timers) clearInterval(timer)
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    /** Every request so far, oldest first. */
    requests,
    /** Sets the fault for the following requests; null for none. */
    fault(next: Fault | null, { after = 0, times = Number.POSITIVE_INFINITY }: FaultPlan = {}) {
      fault = next && { fault: next, after, times }
    },
    /** Resolves once this many requests have come in. */
    requested(count: number) {
      if (requests.length >= count) return Promise.resolve()
      return new Promise<void>((tell) => {
        waiting.push({ count, tell })
      })
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
