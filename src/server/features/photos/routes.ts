import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { largestPictureBytes, pictureSizes, pictureTypes } from '#domain/photos.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { allowSlowUpload, type BodyTimeouts } from '#server/http/body-timeouts.ts'
import { errorBody, sendThrownError } from '#server/http/errors.ts'
import { createRequestWrite } from '#server/http/idempotent-write.ts'
import { contextOf, type OperationContext, restPrefix } from '#server/http/request-context.ts'
import { EncoderBusy } from './encoder.ts'
import { readPicture, storePhoto } from './stored-photos.ts'

/** Memory limit for all uploads in progress. */
const mostUnderWayBytes = 40 * 1024 * 1024
/** Limit per member, so no one can block others with slow uploads. Above one, as a dropped connection counts for a while. */
const mostOfOneBytes = 3 * largestPictureBytes

/**
 * The photo upload, which is outside the RPC contract because its body is a file and not JSON but has the same guards, and
 * `/files/pictures/…`, which serves photos.
 */
export function addPictureRoutes(app: FastifyInstance, ctx: AppContext, lines: BodyTimeouts) {
  addUpload(app, ctx, lines)
  const shapeOfId = /^[\w-]{24}$/
  app.get<{ Params: { id: string; name: string } }>(
    '/files/pictures/:id/:name',
    { config: { policy: 'signed-in', isUnlimited: true } },
    async (request, reply) => {
      if (!(await authenticate(ctx, request)))
        return reply.code(401).send(errorBody('UNAUTHORIZED', 'Please log in.', request.id))
      const { id, name } = request.params
      const size = pictureSizes.find((each) => name === `${each}.webp`)
      const content = size && shapeOfId.test(id) ? await readPicture(ctx, id, size) : null
      if (content === null) return reply.code(404).send(errorBody('NOT_FOUND', 'Not found.', request.id))
      return reply
        .headers({
          // A URL's content never changes, and only this person may cache it.
          'cache-control': 'private, max-age=31536000, immutable',
          'content-type': 'image/webp',
          // Opened as a page, it can't run anything (T65).
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(content)
    },
  )
}

function addUpload(app: FastifyInstance, ctx: AppContext, lines: BodyTimeouts) {
  const contexts = new WeakMap<FastifyRequest, OperationContext>()
  const underWay = new Map<string, number>()
  const total = () => underWay.values().reduce((sum, bytes) => sum + bytes, 0)

  /** Rejects unauthorized or excessive uploads before the body is read. */
  async function admit(request: FastifyRequest, reply: FastifyReply) {
    const context = await contextOf(ctx, request, reply)
    if (typeof context === 'string') return reply.code(400).send(errorBody('BAD_KEY', context, request.id))
    if (!context.me) return reply.code(401).send(errorBody('UNAUTHORIZED', 'Please log in.', request.id))
    const size = Math.min(Number(request.headers['content-length'] ?? largestPictureBytes), largestPictureBytes)
    const { id } = context.me
    const own = underWay.get(id) ?? 0
    if (own + size > mostOfOneBytes || total() + size > mostUnderWayBytes)
      return sendThrownError(new EncoderBusy('too many photos in progress'), request, reply)
    underWay.set(id, own + size)
    reply.raw.once('close', () => {
      const left = (underWay.get(id) ?? 0) - size
      if (left > 0) underWay.set(id, left)
      else underWay.delete(id)
    })
    allowSlowUpload(request.raw, lines)
    contexts.set(request, context)
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...pictureTypes], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.put(
      `${restPrefix}/profile/picture`,
      {
        config: { policy: 'signed-in', takes: pictureTypes },
        bodyLimit: largestPictureBytes,
        onRequest: admit,
      },
      async (request, reply) => {
        const { me, idempotencyKey } = contexts.get(request) ?? {}
        if (!me) throw new Error('a photo was uploaded without a session')
        try {
          if (new URL(request.url, ctx.baseUrl).search !== '')
            throw new ORPCError('BAD_REQUEST', { message: 'This operation takes no query parameters.' })
          const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const input = { sha256: createHash('sha256').update(bytes).digest('hex') }
          const identity = { actor: me.id, key: idempotencyKey ?? null, operation: 'profile.setPicture', input }
          const write = createRequestWrite(ctx, identity)
          return await storePhoto(ctx, { memberId: me.id, bytes, write })
        } catch (error) {
          return sendThrownError(error, request, reply)
        }
      },
    )
  })
}
