import { createHash } from 'node:crypto'
import type { AnyContractProcedure } from '@orpc/contract'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/contract.ts'
import { mayBeUnchanged } from '#contract/unchanged.ts'
import type { Parts } from '../parts.ts'
import { keepAnswer, mayBeKept } from './kept-answers.ts'
import { restPrefix } from './rest.ts'

/** Strong ETags for the answers of which the contract says so: an unchanged one costs a 304 without a body. */
export function addConditionalAnswer(app: FastifyInstance, parts: Parts) {
  const paths = new Set(conditionalPaths())
  app.decorateRequest('holds', null)
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return done()
    if (reply.hasHeader('etag') || !paths.has(request.url.split('?')[0] ?? '')) return done()
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    if (request.holds) {
      const { me, ...holds } = request.holds
      keepAnswer(parts, me, request, { ...holds, etag, type: String(reply.getHeader('content-type')), body: payload })
    }
    reply.header('etag', etag).header('cache-control', mayBeKept)
    if (request.headers['if-none-match'] !== etag) return done()
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
