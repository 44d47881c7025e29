import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'

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

/** Answers as before, where that still holds. @returns whether it did */
export function answerAsBefore(
  { keptAnswers, clock }: Parts,
  me: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (request.method !== 'GET') return false
  const kept = keptAnswers.get(keyOf(me, request))
  if (kept === undefined || kept.state !== me.state) return false
  const now = clock.now()
  if (now < kept.fromMs || now >= kept.untilMs) return false
  void sendUnlessKnown(request, reply, kept)
  return true
}

/** With its ETag, or without a body for whoever has it already. */
function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, { etag, type, body }: KeptAnswer) {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.header('content-type', type).send(body)
}

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
