import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  clearedKioskCookie,
  clearedSessionCookie,
  kioskCookie,
  newDeviceCookie,
  sessionCookie,
} from '#server/auth/cookies.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { retryAfterSecondsOf, toContractError } from './errors.ts'
import type { RequestContext } from './procedures.ts'

const longestKey = 200

export type OperationContext = RequestContext & { setRetryAfter: (seconds: number) => void }

/** Makes the context of an operation from its request. @returns an error message if the idempotency key is invalid */
export async function contextOf(ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const idempotencyKey = keyOf(request)
  if (idempotencyKey === undefined) return 'Idempotency-Key should be 8 to 200 plain characters (ASCII, no spaces).'
  const me = await findCaller(ctx, request)
  await ctx.settings.catchUp(me?.settingsRevision)
  const { inUse } = ctx.settings
  const context: OperationContext = {
    // The settings must not change in the middle of a request.
    ctx: Object.create(ctx, { club: { value: inUse.club }, shownClub: { value: inUse.shown } }),
    idempotencyKey,
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    me,
    kiosk: request.kiosk,
    setSessionCookie: (token, maxAgeSeconds, { account }) => {
      reply.header('set-cookie', sessionCookie(ctx.baseUrl, ctx.secrets, token, maxAgeSeconds))
      reply.header('set-cookie', newDeviceCookie(ctx.baseUrl, ctx.secrets, account))
      reply.header('set-cookie', clearedKioskCookie(ctx.baseUrl))
    },
    clearSessionCookie: () => {
      reply.header('set-cookie', clearedSessionCookie(ctx.baseUrl)).header('clear-site-data', '"cache"')
    },
    becomeKiosk: (token, maxAgeSeconds) => {
      reply.header('set-cookie', kioskCookie(ctx.baseUrl, ctx.secrets, token, maxAgeSeconds))
      reply.header('set-cookie', clearedSessionCookie(ctx.baseUrl)).header('clear-site-data', '"cache"')
    },
    leaveKiosk: () => {
      reply.header('set-cookie', clearedKioskCookie(ctx.baseUrl))
    },
    clearBrowserCache: () => {
      reply.header('clear-site-data', '"cache"')
    },
    cacheUntil: (times) => {
      if (me) request.cacheFor = { me, settings: inUse, ...times }
    },
    setFileName: (name) => {
      // oRPC's client treats a response with this header as a file.
      if (request.url.startsWith('/rpc/')) return
      reply.header('content-disposition', `attachment; filename="${name}"`)
    },
    setRetryAfter: (seconds) => {
      reply.header('retry-after', String(seconds))
    },
  }
  return context
}

/** Interceptor that maps what an operation throws to an error of the contract. */
export async function mapErrors<T>(call: {
  next: () => Promise<T>
  context: OperationContext
  path: readonly string[]
}) {
  const { next, context, path } = call
  try {
    return await next()
  } catch (error) {
    const mapped = toContractError(
      error,
      context.ctx.log.child({ reqId: context.requestId, operation: path.join('.') }),
    )
    const seconds = retryAfterSecondsOf(mapped)
    if (seconds !== null) context.setRetryAfter(seconds)
    throw mapped
  }
}

/** A result that `JSON.stringify` can serialize, which all results of the contract are except files. */
class JsonResult {
  readonly #result: object
  constructor(result: object) {
    this.#result = result
  }
  toJSON() {
    return this.#result
  }
}

/**
 * Interceptor that speeds up serialization: oRPC searches plain objects for dates, sets and files and copies every value, but leaves
 * an object of a class to `JSON.stringify`.
 */
export async function asPlainJson<T extends { next: () => Promise<unknown> }>({ next }: T) {
  const result = await next()
  const plain = typeof result === 'object' && result !== null && Object.getPrototypeOf(result) === Object.prototype
  return plain && !(Symbol.asyncIterator in result) ? new JsonResult(result) : result
}

/**
 * The authenticated member, or null. A page can name the member its request is for (`quiver-person`); if someone else has logged in
 * since then in another window, the request must not run in their name.
 */
async function findCaller(ctx: AppContext, request: FastifyRequest) {
  const me = await authenticate(ctx, request)
  const meant = request.headers['quiver-person']
  return meant === undefined || meant === me?.id ? me : null
}

/** The idempotency key; null without one, undefined if it is invalid. */
function keyOf(request: FastifyRequest) {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method === 'GET') return null
  if (typeof key !== 'string' || key.length > longestKey || !/^[\x21-\x7e]{8,}$/.test(key)) return undefined
  return key
}

export const restPrefix = '/api/v1'
