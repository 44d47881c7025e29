import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/policies.ts'
import { isOfficer } from '#domain/roles.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody } from './errors.ts'

/** The default limit for a request body, in bytes. */
export const longestJsonBody = 64 * 1024

/** A store export of 4 MB in base64, in bytes (contract/store-orders.ts). */
const longestFileJson = 5_800_000

/** A file of 5 MB in base64, in bytes (contract/club-settings.ts). */
const longestClubFileJson = 7_100_000

/** Higher limits for officers' operations, in bytes. An edit of 5,000 members has about 65 bytes for each. */
export const bodyLimits: Partial<Record<Operation, number>> = {
  'bulkEdit.apply': 512 * 1024,
  'storeImport.preview': longestFileJson,
  'storeImport.apply': longestFileJson,
  'clubFiles.upload': longestClubFileJson,
}

/** Route options with a higher body limit. A body over the default limit is read only if it comes from an officer. */
export function longBodyRoute(ctx: AppContext, bodyLimit: number) {
  return {
    bodyLimit,
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= longestJsonBody) return
      const me = await authenticate(ctx, request)
      if (me && isOfficer(me)) return
      return reply.code(413).send(errorBody('CTP_BODY_TOO_LARGE', 'Request body is too large', request.id))
    },
  }
}
