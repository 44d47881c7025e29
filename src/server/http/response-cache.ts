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
import type { AppContext, CachedResponse, SettingsInUse } from '#server/context.ts'
import type { CacheTimes } from './procedures.ts'
import { restPrefix } from './request-context.ts'

const mostBytes = 16 * 1024 * 1024
/** The app's own URLs are shorter; longer ones are not cached, so that made-up ones can't fill the cache. */
const longestUrl = 60

/**
 * Responses to reads, by session cookie and URL. An entry is valid while nothing has been written to the database
 * (`Database.dataVersion`), the settings are the same, the session is live, the clock was not set, and the time is in the range that the operation passed to
 * `cacheUntil`; without that call a response is not cached. The body is stored only from the second request on.
 */
export function createResponseCache(): AppContext['responseCache'] {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ body }) => 500 + (body?.length ?? 0) })
}

/**
 * Adds strong ETags to the reads that the contract marks, and caches their responses. Browsers must not store them (`no-store`),
 * because they contain personal data; the app holds them in memory and sends the ETag itself (src/web/lib/api.ts).
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
    const { dataVersion, settings, etag, type, body } = cached
    if (dataVersion !== version || settings !== ctx.settings.inUse) return
    if (matchesEtag(request, etag)) return reply.header('etag', etag).code(304).send()
    if (body !== null) return reply.header('etag', etag).type(type).send(body)
  })

  app.addHook('onSend', (request, reply, body, done) => {
    if (reply.statusCode !== 200 || typeof body !== 'string' || reply.hasHeader('etag') || !isMarked(request))
      return done()
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    cacheResponse(ctx, request, reply, { etag, body })
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

function cacheResponse(
  ctx: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  made: { etag: string; body: string },
) {
  const key = keyOf(ctx, request)
  if (request.cacheFor === null || key === null) return
  const { me, fromMs, untilMs, settings } = request.cacheFor
  // In a rush most responses are requested only once, and caching their bodies would only promote garbage to the old heap.
  const isRequestedAgain = ctx.responseCache.peek(key)?.dataVersion === me.dataVersion
  const stepMs = clockStepMs(ctx.clock)
  ctx.responseCache.set(key, {
    etag: made.etag,
    body: isRequestedAgain ? made.body : null,
    dataVersion: me.dataVersion,
    settings,
    stepMs,
    fromMs,
    untilMs: Math.min(untilMs, endsAtMs(ctx, me.times) + stepMs),
    type: String(reply.getHeader('content-type')),
  })
}

/** The cache key; null if the response must not be cached, as for a request that names its member (request-context.ts). */
function keyOf({ baseUrl }: AppContext, { cookies, headers, url, kiosk }: FastifyRequest) {
  if (kiosk !== null) return null
  const session = cookies[sessionCookieName(baseUrl)]
  if (session === undefined || headers['quiver-person'] !== undefined || url.length > longestUrl) return null
  return `${session} ${url}`
}

/** The paths of the marked reads, in both APIs. */
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
    cacheFor: (CacheTimes & { me: SignedIn; settings: SettingsInUse }) | null
  }
}

/** Whether If-None-Match has the ETag: alone, in a list, weakened by a compressing proxy, or as `*`. */
export function matchesEtag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string) {
  const known = headers['if-none-match']
  return known !== undefined && fresh({ 'if-none-match': known }, { etag })
}
