import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The client's timeout. */
const patienceMs = 20_000

export type Reply = { status: number; json: ReplyBody; body: string; headers: IncomingHttpHeaders; ms: number }
type ReplyBody = { code?: string; data?: { reason?: string }; [name: string]: unknown }

/**
 * A phone with a new connection for each request, so that a fault on a connection affects only one request.
 * @param ip its address, for a server that trusts this machine as its proxy (TRUST_PROXY)
 */
export function openPhone(url: string, cookie = '', ip?: string) {
  const send = (method: 'GET' | 'POST', path: string, body?: object, key?: string) =>
    ask(new URL(path, url), method, body, {
      ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
      ...(cookie === '' ? {} : { cookie }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    })
  return {
    url,
    cookie,
    /** Calls an operation of the contract. Rejects if the response isn't complete. */
    act: (operation: string, input: object = {}, key: string = randomUUID()) =>
      send('POST', `/rpc/${operation.replace('.', '/')}`, { json: input }, key),
    /** Calls a route outside of the contract. */
    post: (path: string, body: object) => send('POST', path, body),
    get: (path: string) => send('GET', path),
    home: () => send('GET', '/rpc/home/get'),
  }
}

async function ask(
  url: URL,
  method: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Reply> {
  const begunAt = performance.now()
  // The server is on this machine under any name; skip DNS.
  const asked = request(url, {
    host: '127.0.0.1',
    method,
    agent: false,
    headers: { host: url.host, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    signal: AbortSignal.timeout(patienceMs),
  })
  const answered = new Promise<Reply>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', async (response) => {
      try {
        const whole = await text(response)
        const parsed = whole === '' ? {} : JSON.parse(whole)
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: whole, json: parsed.json ?? parsed, ms: performance.now() - begunAt })
      } catch (error) {
        reject(error)
      }
    })
  })
  asked.end(body ? JSON.stringify(body) : undefined)
  return answered
}

/** The response, or null if there was none. */
export function orNothing(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch(() => null)
}

/** The 99th percentile, in ms. */
export function p99(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0)
}

/** The nth address of a network of sixteen million. */
export function addressNumber(number: number) {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
