import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type BenchMember, livePractice } from './club-rows.ts'

type Connection = ReturnType<typeof openConnection>
type TimedResponse = { status: number; ms: number; etag: string; body: Buffer }
const retryMs = 250
const mostTries = 40

/** The address that src/web/lib/api.ts uses for an operation and its input. */
export function addressOf(operation: string, input?: object) {
  const data = JSON.stringify(input === undefined ? {} : { json: input })
  return `/rpc/${operation.replace('.', '/')}?data=${encodeURIComponent(data)}`
}

/** Builds a request as the member's browser sends it; with `act`, a mutation with its own idempotency key. */
export function requestOf(
  { host }: { host: string },
  { id, cookie }: BenchMember,
  { address, etag = '', act }: { address: string; etag?: string; act?: object },
) {
  const body = act === undefined ? '' : JSON.stringify({ json: act })
  const headers = [`host: ${host}`, `cookie: ${cookie}`, 'sec-fetch-site: same-origin']
  if (etag !== '') headers.push(`if-none-match: ${etag}`)
  if (act !== undefined)
    headers.push(
      `quiver-person: ${id}`,
      `idempotency-key: ${randomUUID()}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    )
  return Buffer.from(`${act ? 'POST' : 'GET'} ${address} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}

export function checkInOf(server: { host: string }, member: BenchMember) {
  return requestOf(server, member, { address: '/rpc/practices/checkIn', act: { practiceId: livePractice } })
}

/**
 * Opens a keep-alive connection for one request at a time. It needs far less CPU than an HTTP client, which would compete with the server
 * on this machine. Reopens the connection if the server has closed it, as browsers do.
 */
export function openConnection(port: number) {
  let socket = open()
  let waiting: { begunAt: number; tell: (answer: TimedResponse) => void; fail: (error: Error) => void } | null = null
  let received: Buffer = Buffer.alloc(0)

  function open() {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true })
    opened.on('data', read)
    opened.on('error', () => {})
    opened.on('close', () => opened === socket && fail(new Error('a connection was closed')))
    return opened
  }

  function read(chunk: Buffer) {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const bodyAt = received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const head = received.toString('latin1', 0, bodyAt)
    const status = Number(head.slice(9, 12))
    const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
    if (Number.isNaN(length)) return fail(new Error(`an answer without content-length:\n${head}`))
    if (received.length < bodyAt + length) return
    const etag = /\r\netag: (.+)\r\n/i.exec(head)?.[1] ?? ''
    const answer = { status, ms: performance.now() - (waiting?.begunAt ?? 0), etag, body: received.subarray(bodyAt) }
    take()?.tell(answer)
  }

  function fail(error: Error) {
    take()?.fail(error)
  }

  function take() {
    const taken = waiting
    ;[waiting, received] = [null, Buffer.alloc(0)]
    return taken
  }

  return {
    ask: (request: Buffer) =>
      new Promise<TimedResponse>((tell, fail) => {
        if (!socket.writable) socket = open()
        waiting = { begunAt: performance.now(), tell, fail }
        socket.write(request)
      }),
    close: () => void socket.destroy(),
  }
}

/** Like the app, retries while the server is too busy; the time includes all retries. @throws on any other failure */
export async function sendWithRetries(connection: Connection, request: Buffer) {
  const begunAt = performance.now()
  for (let tries = 0; ; tries++) {
    const { status, body } = await connection.ask(request)
    if (status === 200) return { body, ms: performance.now() - begunAt, tries: tries + 1 }
    if (status !== 503 || tries >= mostTries) throw new Error(`answered with ${status}: ${body}`)
    await pause(retryMs)
  }
}
