import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Operation } from '#contract/policies.ts'
import { isOfficer } from '#domain/roles.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody } from './errors.ts'

/** What any other operation may be sent. */
export const longestJsonBody = 64 * 1024

/** A store's export of 4 MB, in base64 (contract/store-orders.ts). */
const longestFileJson = 5_800_000

/** Officers' operations that are sent more, in bytes: an edit of 5,000 members names each of them, in 65 bytes or so. */
export const bodyLimits: Partial<Record<Operation, number>> = {
  'bulkEdit.apply': 512 * 1024,
  'storeImport.preview': longestFileJson,
  'storeImport.apply': longestFileJson,
}

/** Of their routes: nobody but an officer has more than usual read at all. */
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
