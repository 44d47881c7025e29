import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearedSessionCookie, newDeviceCookie, sessionCookie } from '#server/auth/cookies.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { retryAfterSecondsOf, toAnswer } from './errors.ts'
import type { RequestContext } from './procedures.ts'

const longestKey = 200

export type OperationContext = RequestContext & { setRetryAfter: (seconds: number) => void }

/** What an operation is told of its request, by whichever way it came in; a sentence instead when the key is none. */
export async function contextOf(ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const idempotencyKey = keyOf(request)
  if (idempotencyKey === undefined) return 'Idempotency-Key should be 8 to 200 plain characters (ASCII, no spaces).'
  const me = await whoIsMeant(ctx, request)
  const context: OperationContext = {
    ctx,
    idempotencyKey,
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    me,
    setSessionCookie: (token, maxAgeSeconds, { account }) => {
      reply.header('set-cookie', sessionCookie(ctx.baseUrl, ctx.secrets, token, maxAgeSeconds))
      reply.header('set-cookie', newDeviceCookie(ctx.baseUrl, ctx.secrets, account))
    },
    clearSessionCookie: () => {
      reply.header('set-cookie', clearedSessionCookie(ctx.baseUrl)).header('clear-site-data', '"cache"')
    },
    clearBrowserCache: () => {
      reply.header('clear-site-data', '"cache"')
    },
    cacheUntil: (times) => {
      if (me) request.cacheFor = { me, ...times }
    },
    setFileName: (name) => {
      // The wire format of `/rpc` takes an answer with this header for a file's bytes.
      if (request.url.startsWith('/rpc/')) return
      reply.header('content-disposition', `attachment; filename="${name}"`)
    },
    setRetryAfter: (seconds) => {
      reply.header('retry-after', String(seconds))
    },
  }
  return context
}

/** Turns whatever an operation throws into the answer that the contract names. */
export async function answerErrors<T>({ next, context }: { next: () => Promise<T>; context: OperationContext }) {
  try {
    return await next()
  } catch (error) {
    const answer = toAnswer(error, context.ctx.log.child({ reqId: context.requestId }))
    const seconds = retryAfterSecondsOf(answer)
    if (seconds !== null) context.setRetryAfter(seconds)
    throw answer
  }
}

/** An answer that JSON can say as it is, which every answer of the contract is but the files. */
class JsonAnswer {
  readonly #answer: object
  constructor(answer: object) {
    this.#answer = answer
  }
  toJSON() {
    return this.#answer
  }
}

/**
 * Spares oRPC the search for dates, sets and files in each value of an answer: it copies what has a plain prototype, value by
 * value, and leaves all else to `JSON.stringify`.
 */
export async function sayAsJson<T extends { next: () => Promise<unknown> }>({ next }: T) {
  const answer = await next()
  const plain = typeof answer === 'object' && answer !== null && Object.getPrototypeOf(answer) === Object.prototype
  return plain && !(Symbol.asyncIterator in answer) ? new JsonAnswer(answer) : answer
}

/**
 * Who asks. A page may say whose act it sends: another one's cookie, of whoever has signed in meanwhile in another window, is no
 * leave to do it (D14).
 */
async function whoIsMeant(ctx: AppContext, request: FastifyRequest) {
  const me = await authenticate(ctx, request)
  const meant = request.headers['quiver-person']
  return meant === undefined || meant === me?.id ? me : null
}

/** The key of a request that may be sent twice; null without one, undefined when it is no key. */
function keyOf(request: FastifyRequest) {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method === 'GET') return null
  if (typeof key !== 'string' || key.length > longestKey || !/^[\x21-\x7e]{8,}$/.test(key)) return undefined
  return key
}

export const restPrefix = '/api/v1'
