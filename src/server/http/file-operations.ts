import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOfficer } from '#domain/roles.ts'
import type { Parts } from '../parts.ts'
import { errorBody } from './errors.ts'
import { whoAsks } from './who-asks.ts'

/** What any other operation may be sent. */
export const longestJson = 64 * 1024
/** A store's export of 4 MB, in base64 (contract/store-import.ts). */
const longestFileJson = 5_800_000

/** The few operations that take a file with their JSON, by both ways in. */
export const fileOperations = {
  rpc: ['/rpc/storeImport/preview', '/rpc/storeImport/apply'],
  rest: ['/store/preview', '/store/imports'],
}

/** Of their routes: nobody but an officer has more than usual read at all. */
export function fileRoute(parts: Parts) {
  return {
    bodyLimit: longestFileJson,
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= longestJson) return
      const me = await whoAsks(parts, request)
      if (me && isOfficer(me)) return
      return reply.code(413).send(errorBody('CTP_BODY_TOO_LARGE', 'Request body is too large', request.id))
    },
  }
}
