import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { setAheadMs } from '../clock.ts'
import { sessionCookieName, tokenOf } from '../identity/cookies.ts'
import { findLiveSession, isOpen, type SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'

/**
 * Who has asked before, so that the next question costs neither a signature nor a look into the database. Owner: this file, one
 * for each app. Key: the cookie as it came, once its signature was right. Void: when anything at all has been written to the
 * database since (`Database.state`, so on PostgreSQL always), when the clock was set, and at the session's own end: nobody is let
 * in whom a look would turn away (T11).
 */
export type Asked = LRUCache<string, { me: SignedIn; aheadMs: number }>
const mostAsked = 2000

export function createAsked(): Asked {
  return new LRUCache({ max: mostAsked })
}

/** The person whose live session the request's cookie names, or null. Asking is no activity (D14). */
export async function whoAsks(parts: Parts, request: FastifyRequest): Promise<SignedIn | null> {
  const cookie = request.cookies[sessionCookieName(parts.baseUrl)]
  if (cookie === undefined) return null
  const known = parts.asked.get(cookie)
  if (known && known.aheadMs === setAheadMs(parts.clock) && isStill(parts, known.me)) return known.me
  const token = tokenOf(cookie, parts.secrets)
  if (token === null) return null
  const me = await findLiveSession(parts, token)
  if (me) parts.asked.set(cookie, { me, aheadMs: setAheadMs(parts.clock) })
  return me
}

function isStill(parts: Parts, me: SignedIn) {
  return parts.database.state() === me.state && isOpen(parts, me.times)
}
