import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#server/context.ts'
import { sessionCookieName, tokenOf } from './cookies.ts'
import { findLiveSession, type SignedIn } from './sessions.ts'

/** The member whose live session the request's cookie names, or null. Asking is no activity. */
export async function authenticate(ctx: AppContext, request: FastifyRequest): Promise<SignedIn | null> {
  const token = tokenOf(request.cookies[sessionCookieName(ctx.baseUrl)], ctx.secrets)
  return token === null ? null : findLiveSession(ctx, token)
}
