import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** Nobody waits longer for an answer than this. */
const patienceMs = 20_000

export type Reply = { status: number; json: Answer; body: string; headers: IncomingHttpHeaders; ms: number }
type Answer = { code?: string; data?: { reason?: string }; [name: string]: unknown }

/**
 * Somebody's phone: each request on a line of its own, so that what happens to the line happens to this request alone.
 * @param ip its address, to a server that takes this machine for its proxy (TRUST_PROXY)
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
    /** An operation of the contract. Rejects when the answer does not arrive whole. */
    act: (operation: string, input: object = {}, key: string = randomUUID()) =>
      send('POST', `/rpc/${operation.replace('.', '/')}`, { json: input }, key),
    /** Outside of the contract. */
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
  // The server is on this machine under whatever name; no resolver is asked.
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

/** The answer, or null when none came. */
export function orNothing(reply: Promise<Reply>): Promise<Reply | null> {
  return reply.catch(() => null)
}

/** In milliseconds, of the slowest but one in a hundred. */
export function p99(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * 0.99) - 1)] ?? 0)
}

/** The address number so and so of a network of sixteen million. */
export function addressNumber(number: number) {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}
