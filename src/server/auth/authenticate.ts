import type { FastifyRequest } from 'fastify'
import type { Parts } from '#server/context.ts'
import { sessionCookieName, tokenOf } from './cookies.ts'
import { findLiveSession, type SignedIn } from './sessions.ts'

/** The member whose live session the request's cookie names, or null. Asking is no activity. */
export async function whoAsks(parts: Parts, request: FastifyRequest): Promise<SignedIn | null> {
  const token = tokenOf(request.cookies[sessionCookieName(parts.baseUrl)], parts.secrets)
  return token === null ? null : findLiveSession(parts, token)
}
