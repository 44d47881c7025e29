import type { AnyContractProcedure } from '@orpc/contract'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { mayBeUnchanged } from '#contract/unchanged.ts'
import type { Parts } from '../parts.ts'
import { isKnown } from './is-known.ts'
import { keepAnswer } from './kept-answers.ts'
import { asBody, etagOf } from './kept-bodies.ts'
import { restPrefix } from './rest.ts'

/**
 * Strong ETags for the answers of which the contract says so: an unchanged one costs a 304 without a body. Browsers don’t store them
 * (`no-store`), as they name people: the app holds them while its page is open, and asks with their ETag itself (src/web/api.ts).
 */
export function addConditionalAnswer(app: FastifyInstance, parts: Parts) {
  const paths = new Set(conditionalPaths())
  app.decorateRequest('holds', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return done()
    if (reply.hasHeader('etag') || !paths.has(request.url.split('?')[0] ?? '')) return done()
    const { holds } = request
    const shared = holds?.shared ?? null
    const body = asBody(payload, shared)
    const etag = etagOf(body, shared)
    if (holds) keepAnswer(parts, request, holds, { type: String(reply.getHeader('content-type')), body })
    reply.header('etag', etag)
    if (!isKnown(request, etag)) return done()
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    done(null, null)
  })
}

/** Of both ways in. */
export function conditionalPaths() {
  return Object.entries(contract).flatMap(([feature, operations]) =>
    Object.entries<AnyContractProcedure>(operations).flatMap(([name, operation]) => {
      const { spec, path } = operation['~orpc'].route
      return spec === mayBeUnchanged ? [`/rpc/${feature}/${name}`, `${restPrefix}${path}`] : []
    }),
  )
}
