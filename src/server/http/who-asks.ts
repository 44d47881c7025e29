import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { setAheadMs } from '../clock.ts'
import { sessionCookieName, tokenOf } from '../identity/cookies.ts'
import { endsAtMs, findLiveSession, type SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'

/**
 * Who has asked before, so that the next question costs neither a signature nor a look into the database. Owner: this file, one
 * for each app. Key: the cookies as they came, once the signature was right. Void: when anything has been written to the database
 * since that may concern this person (`Database.stateOf`, so on PostgreSQL it keeps nobody), when the clock was set, and at the
 * session's own end: nobody is let in whom a look would turn away (T11).
 */
export type Asked = LRUCache<string, { me: SignedIn; aheadMs: number; untilMs: number }>
const mostAsked = 2000
/** Ours has 130 characters; who sends more has some of others along, or means no good. */
const longestCookies = 1000

export function createAsked(): Asked {
  return new LRUCache({ max: mostAsked })
}

/** The person whose live session the request's cookie names, or null. Asking is no activity (D14). */
export async function whoAsks(parts: Parts, request: FastifyRequest): Promise<SignedIn | null> {
  return whoAskedBefore(parts, request) ?? findWhoAsks(parts, request)
}

/** The same without a look, and so without waiting; undefined where one is needed. */
export function whoAskedBefore({ asked, clock, database }: Parts, { headers }: Pick<IncomingMessage, 'headers'>) {
  const known = headers.cookie === undefined ? undefined : asked.peek(headers.cookie)
  if (known === undefined) return undefined
  const steadyMs = clock.steady()
  if (steadyMs >= known.untilMs || known.aheadMs !== setAheadMs(clock, steadyMs)) return undefined
  const state = database.state()
  if (known.me.state === state) return known.me
  if (state === null || known.me.ownState !== database.stateOf(known.me.id)) return undefined
  known.me = { ...known.me, state }
  return known.me
}

async function findWhoAsks(parts: Parts, request: FastifyRequest): Promise<SignedIn | null> {
  const token = tokenOf(request.cookies[sessionCookieName(parts.baseUrl)], parts.secrets)
  if (token === null) return null
  const me = await findLiveSession(parts, token)
  const { cookie } = request.headers
  if (me && me.ownState !== null && cookie !== undefined && cookie.length <= longestCookies)
    parts.asked.set(cookie, { me, aheadMs: setAheadMs(parts.clock), untilMs: endsAtMs(parts, me.times) })
  return me
}
