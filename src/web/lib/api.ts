import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '#contract/contract.ts'
import { ApiError, fetchText, parseObject } from './request.ts'
import { readSession } from './session-store.ts'

/**
 * The server's operations, typed by the contract, of which only types are used: no schema reaches the browser. The other end is
 * oRPC's (src/server/http/rpc.ts); as every input and answer of the contract is what JSON can say, asking takes a few lines
 * (record 0037), which signing in has to load too.
 */

type CallContext = {
  /** One per act of a person; the same one again when the same act is sent again (see use-idempotent-mutation.ts). */
  idempotencyKey?: string
}

export const api = operationAt('') as ContractRouterClient<Contract, CallContext>

/** `api.practices.checkIn` is a function, and so is whatever stands on the way to it. */
function operationAt(path: string): unknown {
  return new Proxy(() => {}, {
    get: (_target, name) => operationAt(`${path}/${String(name)}`),
    apply: (_target, _this, [input, options]) => call(path, input, options),
  })
}

/**
 * Answers of this page by address, with their ETags: an unchanged one costs a 304. They name people, so the browser stores none of
 * them (`no-store`), and they go with the session. The oldest is the first.
 */
const answers = new Map<string, { etag: string; json: unknown }>()
const mostAnswers = 50

export function forgetKnownAnswers() {
  answers.clear()
}

type CallOptions = { signal?: AbortSignal; context?: CallContext }

/** What fits into an address is asked with GET, so that an unchanged answer costs a 304. */
const longestAddress = 2000

async function call(path: string, input: unknown, { signal, context = {} }: CallOptions = {}) {
  const address = `/rpc${path}`
  const data = JSON.stringify(input === undefined ? {} : { json: input })
  const query = `${address}?data=${encodeURIComponent(data)}`
  if (path.endsWith('/get') && query.length <= longestAddress) return withPassword(() => answerTo(query, { signal }))
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  // Another window may have signed somebody else in since: then it is refused, instead of done as theirs.
  const person = readSession()?.person
  if (person) headers['quiver-person'] = person.userId
  if (context.idempotencyKey !== undefined) headers['idempotency-key'] = context.idempotencyKey
  return withPassword(() => answerTo(address, { method: 'POST', headers, body: data, signal }))
}

/** What the server does only after the password is sent again once it has been entered, as what it was, under the same key. */
async function withPassword(ask: () => Promise<unknown>) {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'PASSWORD_NEEDED') throw error
    const needed = await import('./password-request.ts').catch(() => null)
    if (!(await needed?.requestPassword())) throw error
    return ask()
  }
}

async function answerTo(address: string, init: RequestInit) {
  const known = init.method === undefined ? answers.get(address) : undefined
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

function remember(address: string, answer: { etag: string; json: unknown }) {
  answers.delete(address)
  answers.set(address, answer)
  const [oldest] = answers.keys()
  if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest)
}

/**
 * What public/early.js has asked for before any code was there (src/server/http/html-shells.ts says which addresses): each answer is
 * handed on once, to the first who asks.
 */
type EarlyAnswer = {
  /** By `performance.now()`. */
  askedAt: number
  answer: Promise<Response>
}

declare global {
  interface Window {
    /** By address. Put there by public/early.js. */
    earlyAnswers?: Record<string, EarlyAnswer>
  }
}

export function takePreloadedResponse(address: string) {
  const early = window.earlyAnswers?.[address]
  delete window.earlyAnswers?.[address]
  return early?.answer
}
