import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'
import { whoAskedBefore } from './who-asks.ts'

/**
 * What somebody was answered, so that the same question is not worked out again. Owner: this file, one for each app. Key: the
 * person and the address as it was asked for. Void: when anything at all has been written to the database since
 * (`Database.state`), and at the moment until which the operation says that time alone changes nothing of it
 * (`context.holdsUntil`); without such a word it is not kept.
 */
export type KeptAnswers = LRUCache<string, KeptAnswer>
type KeptAnswer = { state: string; fromMs: number; untilMs: number; etag: string; type: string; body: string }

const mostBytes = 16 * 1024 * 1024
/** The addresses under which the app and programs ask; whatever else leads to the same answer is not worth remembering. */
const longestAddress = 60

export function createKeptAnswers(): KeptAnswers {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ body }) => 500 + body.length })
}

/**
 * Answers whoever asks again before anything else is done: on SQLite it is known without waiting that nothing was written since.
 * On PostgreSQL the look at their session says so, and the routes ask then.
 */
export function addKeptAnswers(app: FastifyInstance, parts: Parts) {
  app.addHook('onRequest', (request, reply, done) => {
    const me = parts.keptAnswers.size > 0 ? whoAskedBefore(parts, request) : undefined
    if (me === undefined || !answerAsBefore(parts, me, request, reply)) done()
  })
}

/** Answers as before, where that still holds. @returns whether it did */
export function answerAsBefore(
  { keptAnswers, clock }: Parts,
  me: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // Whoever says whom they mean is asked (request-context.ts).
  if (request.method !== 'GET' || request.headers['quiver-person'] !== undefined) return false
  const kept = keptAnswers.get(keyOf(me, request))
  if (kept === undefined || kept.state !== me.state) return false
  const now = clock.now()
  if (now < kept.fromMs || now >= kept.untilMs) return false
  reply.header('etag', kept.etag).header('cache-control', mayBeKept)
  if (request.headers['if-none-match'] === kept.etag) reply.code(304).send()
  else reply.header('content-type', kept.type).send(kept.body)
  return true
}

/** Of answers with an ETag: kept by the browser, and asked about each time. */
export const mayBeKept = 'private, no-cache'

export function keepAnswer(
  { keptAnswers }: Parts,
  me: SignedIn,
  request: FastifyRequest,
  answer: Omit<KeptAnswer, 'state'>,
) {
  if (request.url.length > longestAddress) return
  keptAnswers.set(keyOf(me, request), { ...answer, state: me.state })
}

function keyOf(me: SignedIn, { url }: FastifyRequest) {
  return `${me.id} ${url}`
}
