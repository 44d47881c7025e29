import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/contract.ts'
import { ApiError, fetchText, parseObject } from './request.ts'
import { readSession } from './session-store.ts'

/**
 * The server's operations, typed by the contract. Only its types are imported, so no schemas reach the browser. The
 * server uses oRPC (src/server/http/rpc.ts); because all inputs and outputs of the contract are plain JSON, a client
 * takes a few lines, which keeps the login page small (record 23).
 */

type CallContext = {
  /** One per mutation; a retry sends the same key again (see use-idempotent-mutation.ts). */
  idempotencyKey?: string
  /** It's sent even as the page closes. */
  keepalive?: boolean
}

export const api = operationAt('') as ContractRouterClient<Contract, CallContext>

/** A function, like `api.practices.checkIn`, that is also a proxy for the operations below its path. */
function operationAt(path: string): unknown {
  return new Proxy(() => {}, {
    get: (_target, name) => operationAt(`${path}/${String(name)}`),
    apply: (_target, _this, [input, options]) => call(path, input, options),
  })
}

/**
 * Responses of this page by URL, with their ETags, so that an unchanged one costs a 304. They contain personal data, so
 * the browser doesn't cache them (`no-store`), and they are dropped when the session ends. Oldest first (LRU).
 */
const cachedResponses = new Map<string, { etag: string; json: unknown }>()
const maxCachedResponses = 50

export function forgetCachedResponses() {
  cachedResponses.clear()
}

type CallOptions = { signal?: AbortSignal; context?: CallContext }

/** Reads whose input fits into the URL use GET, so that an unchanged response costs a 304. */
const maxUrlLength = 2000

async function call(path: string, input: unknown, { signal, context = {} }: CallOptions = {}) {
  const address = `/rpc${path}`
  const data = JSON.stringify(input === undefined ? {} : { json: input })
  const query = `${address}?data=${encodeURIComponent(data)}`
  if (path.endsWith('/get') && query.length <= maxUrlLength) return withPassword(() => request(query, { signal }))
  const { idempotencyKey, keepalive = false } = context
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  // If another window has signed in someone else since, the server refuses the request instead of running it as that
  // person.
  const person = readSession()?.person
  if (person) headers['quiver-person'] = person.userId
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  const send = () => request(address, { method: 'POST', headers, body: data, signal, keepalive })
  return withPassword(() => (idempotencyKey === undefined || keepalive ? send() : sendUntilTaken(send)))
}

/** The server's Retry-After, and at most how much later, so that phones don't all come back together. */
const comeBackMs = 2000
const spreadMs = 500
/** Later than this, a person hears of it: at most six seconds after the press. */
const patienceMs = 3000

/**
 * A server that is overloaded or can't reach its database turns requests away (UNAVAILABLE). Tries again, as a person would, before
 * that counts as a problem. Reads are retried by their queries.
 */
async function sendUntilTaken(send: () => Promise<unknown>) {
  const since = performance.now()
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const isTurnedAway = error instanceof ApiError && error.code === 'UNAVAILABLE'
      if (!isTurnedAway || performance.now() - since > patienceMs) throw error
      await new Promise((resolve) => setTimeout(resolve, comeBackMs + Math.random() * spreadMs))
    }
  }
}

/**
 * If the server requires the password again, asks for it, and retries the request once with the same idempotency key.
 */
async function withPassword(send: () => Promise<unknown>) {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PASSWORD_NEEDED') throw error
    const needed = await import('./password-request.ts').catch(() => null)
    if (!(await needed?.requestPassword())) throw error
    return send()
  }
}

async function request(address: string, init: RequestInit) {
  const known = init.method === undefined ? cachedResponses.get(address) : undefined
  const headers = { ...init.headers, ...(known && { 'if-none-match': known.etag }) }
  const { response, text } = await fetchText(address, { ...init, headers }, takePreloadedResponse(address))
  if (known && response.status === 304) return known.json
  const body = parseObject(text)
  const etag = response.headers.get('etag')
  if (response.ok && body !== null && etag !== null) remember(address, { etag, json: body.json })
  if (response.ok && body !== null) return body.json
  const { code, message, data } = (body?.json ?? body ?? {}) as Partial<Record<string, unknown>>
  throw new ApiError({
    status: response.status,
    code,
    message,
    data,
    requestId: response.headers.get('x-request-id'),
  })
}

function remember(address: string, response: { etag: string; json: unknown }) {
  cachedResponses.delete(address)
  cachedResponses.set(address, response)
  const [oldest] = cachedResponses.keys()
  if (cachedResponses.size > maxCachedResponses && oldest !== undefined) cachedResponses.delete(oldest)
}

/**
 * Responses that public/early.js requested before any code was loaded (src/server/http/html-shells.ts lists the URLs).
 * Each is used once, by the first request for its URL.
 */
type EarlyResponse = {
  /** By `performance.now()`. */
  askedAt: number
  answer: Promise<Response>
}

declare global {
  interface Window {
    /** By URL. Set by public/early.js. */
    earlyAnswers?: Record<string, EarlyResponse>
  }
}

export function isPreloaded(address: string) {
  return window.earlyAnswers?.[address] !== undefined
}

export function takePreloadedResponse(address: string) {
  const early = window.earlyAnswers?.[address]
  delete window.earlyAnswers?.[address]
  return early?.answer
}
