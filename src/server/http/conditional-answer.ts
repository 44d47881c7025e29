import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Strong ETags for answers that are asked for often: an unchanged one costs a 304 without a body. */
export function addConditionalAnswer(app: FastifyInstance, paths: string[]) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200) return payload
    if (typeof payload !== 'string' || !paths.includes(request.url.split('?')[0] ?? '')) return payload
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] !== etag) return payload
    reply.code(304).removeHeader('content-length').removeHeader('content-type')
    return null
  })
}
