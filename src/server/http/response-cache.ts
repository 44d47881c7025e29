import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AnyContractProcedure } from '@orpc/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fresh from 'fresh'
import { LRUCache } from 'lru-cache'
import { contract } from '#contract/contract.ts'
import { mayBeUnchanged } from '#contract/operation.ts'
import { sessionCookieName } from '#server/auth/cookies.ts'
import { authenticate, endsAtMs, type SignedIn } from '#server/auth/sessions.ts'
import { clockStepMs } from '#server/clock.ts'
import type { AppContext, CachedResponse } from '#server/context.ts'
import type { CacheTimes } from './procedures.ts'
import { restPrefix } from './request-context.ts'

const mostBytes = 16 * 1024 * 1024
/** The app's own URLs are shorter; a longer one is someone's trial. */
const longestUrl = 60

/**
 * Responses to reads, by session cookie and URL. One is sent again, from the second time on, while nothing at all has been written to
 * the database (`Database.dataVersion`), the session has not ended, the clock was not set, and the time is within what the operation
 * gave to `cacheUntil`. Without that call a response is not cached.
 */
export function createResponseCache(): AppContext['responseCache'] {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ body }) => 500 + (body?.length ?? 0) })
}

/**
 * Strong ETags for the reads that the contract marks, and the cache of their responses. Browsers don't store them (`no-store`),
 * because they name people: the app holds them while its page is open, and sends their ETag itself (src/web/lib/api.ts).
 */
export function addResponseCache(app: FastifyInstance, ctx: AppContext) {
  const paths = new Set(conditionalPaths())
  const isMarked = ({ method, url }: FastifyRequest) => method === 'GET' && paths.has(url.split('?')[0] ?? '')
  app.decorateRequest('cacheFor', null)

  app.addHook('preHandler', async (request, reply) => {
    const key = isMarked(request) ? keyOf(ctx, request) : null
    const cached = key === null ? undefined : ctx.responseCache.get(key)
    if (cached === undefined || !isInTime(ctx, cached)) return
    const version = ctx.database.dataVersion() ?? (await authenticate(ctx, request))?.dataVersion
    const { dataVersion, etag, type, body } = cached
    if (dataVersion !== version) return
    if (matchesEtag(request, etag)) return reply.header('etag', etag).code(304).send()
    if (body !== null) return reply.header('etag', etag).type(type).send(body)
  })

  app.addHook('onSend', (request, reply, body, done) => {
    if (reply.statusCode !== 200 || typeof body !== 'string' || reply.hasHeader('etag') || !isMarked(request))
      return done()
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    keep(ctx, request, reply, { etag, body })
    reply.header('etag', etag)
    if (!matchesEtag(request, etag)) return done()
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    done(null, null)
  })
}

function isInTime({ clock }: AppContext, { stepMs, fromMs, untilMs }: CachedResponse) {
  const now = clock.now()
  return now >= fromMs && now < untilMs && clockStepMs(clock) === stepMs
}

function keep(ctx: AppContext, request: FastifyRequest, reply: FastifyReply, made: { etag: string; body: string }) {
  const key = keyOf(ctx, request)
  if (request.cacheFor === null || key === null) return
  const { me, fromMs, untilMs } = request.cacheFor
  // In a rush each response is asked for once: kept, it would only grow old on the heap.
  const isAskedAgain = ctx.responseCache.peek(key)?.dataVersion === me.dataVersion
  const stepMs = clockStepMs(ctx.clock)
  ctx.responseCache.set(key, {
    etag: made.etag,
    body: isAskedAgain ? made.body : null,
    dataVersion: me.dataVersion,
    stepMs,
    fromMs,
    untilMs: Math.min(untilMs, endsAtMs(ctx, me.times) + stepMs),
    type: String(reply.getHeader('content-type')),
  })
}

/** Null where nothing is cached, as for a request that names the member it is meant for (request-context.ts). */
function keyOf({ baseUrl }: AppContext, { cookies, headers, url }: FastifyRequest) {
  const session = cookies[sessionCookieName(baseUrl)]
  if (session === undefined || headers['quiver-person'] !== undefined || url.length > longestUrl) return null
  return `${session} ${url}`
}

/** The marked reads' URLs, of the app's API and the one for others. */
export function conditionalPaths() {
  return Object.entries(contract).flatMap(([feature, operations]) =>
    Object.entries<AnyContractProcedure>(operations).flatMap(([name, operation]) => {
      const { spec, path } = operation['~orpc'].route
      return spec === mayBeUnchanged ? [`/rpc/${feature}/${name}`, `${restPrefix}${path}`] : []
    }),
  )
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by an operation whose response may be cached. */
    cacheFor: (CacheTimes & { me: SignedIn }) | null
  }
}

/** Whether the client has it already: by this ETag, by it among others, weakened by a proxy that compresses, or by any (`*`). */
export function matchesEtag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string) {
  const known = headers['if-none-match']
  return known !== undefined && fresh({ 'if-none-match': known }, { etag })
}
