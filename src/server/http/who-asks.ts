import type { FastifyRequest } from 'fastify'
import { sessionCookieName, tokenOf } from '../identity/cookies.ts'
import { findLiveSession, type SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'

/** The member whose live session the request's cookie names, or null. Asking is no activity. */
export async function whoAsks(parts: Parts, request: FastifyRequest): Promise<SignedIn | null> {
  const token = tokenOf(request.cookies[sessionCookieName(parts.baseUrl)], parts.secrets)
  return token === null ? null : findLiveSession(parts, token)
}
