import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'
import { newRequestId } from './hooks.ts'
import { whoAskedBefore } from './who-asks.ts'

/**
 * What somebody was answered, so that the same question is not worked out again. Owner: this file, one for each app. Key: the
 * person and the address as it was asked for. Void: when anything at all has been written to the database since
 * (`Database.state`), and at the moment until which the operation says that time alone changes nothing of it
 * (`context.holdsUntil`); without such a word it is not kept.
 */
export type KeptAnswers = LRUCache<string, KeptAnswer>
type KeptAnswer = { state: string; fromMs: number; untilMs: number; etag: string; type: string; body: Buffer }
type Question = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const mostBytes = 16 * 1024 * 1024
/** The addresses under which the app and programs ask; whatever else leads to the same answer is not worth remembering. */
const longestAddress = 60

export function createKeptAnswers(): KeptAnswers {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ body }) => 500 + body.length })
}

/**
 * Answers whoever asks again before anything else is done, the framework included: on SQLite it is known without waiting that
 * nothing was written since. On PostgreSQL the look at their session says so, and the routes ask then.
 * @param headers what every answer says (security-headers.ts)
 * @param isOff whether a stop has begun, at which each answer ends its line
 */
export function createAnswerAtOnce(parts: Parts, headers: Record<string, string>, isOff: () => boolean) {
  const { 'cache-control': _, ...others } = headers
  const always = [...Object.entries({ ...others, 'cache-control': mayBeKept }).flat(), 'x-request-id']
  return function answerAtOnce(request: IncomingMessage, response: ServerResponse) {
    const me = parts.keptAnswers.size > 0 && !isOff() ? whoAskedBefore(parts, request) : undefined
    const kept = me && findKept(parts, me, request)
    if (!kept) return false
    const { etag, type, body } = kept
    const said = [...always, newRequestId(), 'etag', etag]
    if (request.headers['if-none-match'] === etag) response.writeHead(304, said).end()
    else response.writeHead(200, [...said, 'content-type', type, 'content-length', String(body.length)]).end(body)
    return true
  }
}

/** Answers as before, where that still holds. @returns whether it did */
export function answerAsBefore(parts: Parts, me: SignedIn, request: FastifyRequest, reply: FastifyReply) {
  const kept = findKept(parts, me, request)
  if (!kept) return false
  reply.header('etag', kept.etag).header('cache-control', mayBeKept)
  if (request.headers['if-none-match'] === kept.etag) reply.code(304).send()
  else reply.header('content-type', kept.type).send(kept.body)
  return true
}

function findKept({ keptAnswers, clock }: Parts, me: SignedIn, request: Question) {
  // Whoever says whom they mean is asked (request-context.ts).
  if (request.method !== 'GET' || request.headers['quiver-person'] !== undefined) return undefined
  const kept = keptAnswers.get(keyOf(me, request))
  if (kept === undefined || kept.state !== me.state) return undefined
  const now = clock.now()
  return now >= kept.fromMs && now < kept.untilMs ? kept : undefined
}

/** Of answers with an ETag: kept by the browser, and asked about each time. */
export const mayBeKept = 'private, no-cache'

export function keepAnswer(
  { keptAnswers }: Parts,
  me: SignedIn,
  request: FastifyRequest,
  { body, ...answer }: Omit<KeptAnswer, 'state' | 'body'> & { body: string },
) {
  if (request.url.length > longestAddress) return
  keptAnswers.set(keyOf(me, request), { ...answer, body: Buffer.from(body), state: me.state })
}

function keyOf(me: SignedIn, { url }: Question) {
  return `${me.id} ${url}`
}
