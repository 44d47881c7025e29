import { createHash } from 'node:crypto'
import { RPCHandler } from '@orpc/server/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionCookie } from '../identity/cookies.ts'
import type { Parts } from '../parts.ts'
import { router } from '../router.ts'
import { errorBody, retryAfterSecondsOf, toAnswer } from './errors.ts'
import type { RequestContext } from './ladder.ts'
import { whoAsks } from './who-asks.ts'

const longestKey = 200

type RpcContext = RequestContext & { setRetryAfter: (seconds: number) => void }

/** The app's API: every operation of the contract below `/rpc`. Who may call what is asked in ladder.ts. */
export function addRpc(app: FastifyInstance, parts: Parts) {
  const handler = new RPCHandler<RpcContext>(router, {
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next()
        } catch (error) {
          const answer = toAnswer(error, parts.log.child({ reqId: context.requestId }))
          const seconds = retryAfterSecondsOf(answer)
          if (seconds !== null) context.setRetryAfter(seconds)
          throw answer
        }
      },
    ],
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/rpc/*',
    config: { policy: 'operation' },
    async handler(request, reply) {
      const idempotencyKey = keyOf(request)
      if (idempotencyKey === undefined)
        return reply
          .code(400)
          .send(errorBody('BAD_KEY', 'Idempotency-Key should be 8 to 200 plain characters.', request.id))
      const result = await handler.handle(request, reply, {
        prefix: '/rpc',
        context: {
          parts,
          idempotencyKey,
          requestId: request.id,
          ip: request.ip,
          userAgent: request.headers['user-agent'] ?? '',
          me: await whoAsks(parts, request),
          setSessionCookie: (token: string, maxAgeSeconds: number) => {
            reply.header('set-cookie', sessionCookie(parts.baseUrl, parts.secrets, token, maxAgeSeconds))
          },
          setRetryAfter: (seconds: number) => {
            reply.header('retry-after', String(seconds))
          },
        },
      })
      if (!result.matched)
        return reply.code(404).send(errorBody('NOT_FOUND', 'There is no such operation.', request.id))
      return reply
    },
  })
  addConditionalAnswer(app, '/rpc/home/get')
}

/** The dashboard's strong ETag: asking for an unchanged one costs a 304 without a body. */
function addConditionalAnswer(app: FastifyInstance, path: string) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || request.url.split('?')[0] !== path) return payload
    if (typeof payload !== 'string') return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] !== etag) return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return null
  })
}

/** The key of a request that may be sent twice; null without one, undefined when it is no key. */
function keyOf(request: FastifyRequest) {
  const key = request.headers['idempotency-key']
  if (key === undefined || request.method === 'GET') return null
  if (typeof key !== 'string' || key.length > longestKey || !/^[\x21-\x7e]{8,}$/.test(key)) return undefined
  return key
}
