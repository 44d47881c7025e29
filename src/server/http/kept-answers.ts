import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { sharedNow } from '../home/club-home.ts'
import type { SignedIn } from '../identity/sessions.ts'
import type { Parts } from '../parts.ts'
import type { Early } from './early-server.ts'
import { errorBody } from './errors.ts'
import { isApi, newRequestId } from './hooks.ts'
import { isKnown } from './is-known.ts'
import { type Body, bytesOf, etagOf, type Shared, sizeOf } from './kept-bodies.ts'
import { readTarget } from './request-target.ts'
import { whoAskedBefore } from './who-asks.ts'

/**
 * What somebody was answered, so that the same question is not worked out again. Owner: this file, one for each app. Key: the
 * person and the address as it was asked for. Void: when anything at all has been written to the database since
 * (`Database.state`), and at the moment until which the operation says that time alone changes nothing of it
 * (`context.holdsUntil`); without such a word it is not kept. What somebody else did that changes nothing but who is there
 * (`Database.stateOf`) leaves all of it but the shared piece, in whose place the present one is put.
 */
export type KeptAnswers = LRUCache<string, KeptAnswer>
/** Epoch ms. `shared` is what stands in it word for word and is the same for everybody (home/club-home.ts). */
export type Holds = { fromMs: number; untilMs: number; shared: Shared | null }
type KeptAnswer = Omit<Holds, 'shared'> & { state: string; ownState: string | null; type: string; body: Body }
type Question = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

const mostBytes = 16 * 1024 * 1024
/** The addresses under which the app and programs ask; whatever else leads to the same answer is not worth remembering. */
const longestAddress = 60

export function createKeptAnswers(): KeptAnswers {
  return new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ body }) => 500 + sizeOf(body) })
}

/**
 * Admits requests, and answers whoever asks again before anything else is done, the framework included: on SQLite it is known without waiting that
 * nothing was written since. On PostgreSQL the look at their session says so, and the routes ask then.
 * @param headers what every answer says (security-headers.ts)
 * @param isOff whether a stop has begun, at which each answer ends its line
 */
export function createAnswerAtOnce(parts: Parts, headers: Record<string, string>, isOff: () => boolean): Early {
  const always = Object.entries(headers).flat()
  // Names and values by turns, as Node takes them without making anything of them; it has read them when `writeHead` returns.
  const changing = ['x-request-id', '', 'etag', '']
  const [idAt, etagAt] = [always.length + 1, always.length + 3]
  const saidUnchanged = [...always, ...changing]
  const said = [...always, ...changing, 'content-type', '', 'content-length', '']

  function mayKnow({ method, url = '', headers: { cookie } }: IncomingMessage) {
    return method === 'GET' && cookie !== undefined && parts.asked.has(cookie) && isApi(url)
  }

  function answer(request: IncomingMessage, response: ServerResponse) {
    const me = isOff() ? undefined : whoAskedBefore(parts, request)
    const kept = me && findKept(parts, me, request)
    if (!kept) return false
    const { type, body, shared } = kept
    const etag = etagOf(body, shared)
    if (isKnown(request, etag)) {
      saidUnchanged[idAt] = newRequestId()
      saidUnchanged[etagAt] = etag
      response.writeHead(304, saidUnchanged).end()
      return true
    }
    const bytes = bytesOf(body, shared)
    said[idAt] = newRequestId()
    said[etagAt] = etag
    said[etagAt + 2] = type
    said[etagAt + 4] = String(bytes.length)
    response.writeHead(200, said).end(bytes)
    return true
  }

  function admit(request: IncomingMessage, response: ServerResponse) {
    if (readTarget(request, parts.baseUrl)) return true
    const id = newRequestId()
    const refused = JSON.stringify(
      errorBody('WRONG_HOST', `Ask for a path here, with ${parts.baseUrl} as its host.`, id),
    )
    const more = { 'x-request-id': id, 'content-type': 'application/json; charset=utf-8', connection: 'close' }
    response.writeHead(400, { ...headers, ...more }).end(refused)
    return false
  }

  return { admit, mayKnow, answer }
}

/** Answers as before, where that still holds. @returns whether it did */
export function answerAsBefore(parts: Parts, me: SignedIn, request: FastifyRequest, reply: FastifyReply) {
  const kept = findKept(parts, me, request)
  if (!kept) return false
  const { type, body, shared } = kept
  const etag = etagOf(body, shared)
  reply.header('etag', etag)
  if (isKnown(request, etag)) reply.code(304).send()
  else reply.header('content-type', type).send(bytesOf(body, shared))
  return true
}

function findKept(parts: Parts, me: SignedIn, request: Question) {
  // Whoever says whom they mean is asked (request-context.ts).
  if (request.method !== 'GET' || request.headers['quiver-person'] !== undefined) return undefined
  const kept = parts.keptAnswers.peek(keyOf(me, request))
  if (kept === undefined) return undefined
  const now = parts.clock.now()
  if (now < kept.fromMs || now >= kept.untilMs) return undefined
  const { type, body } = kept
  if (kept.state !== me.state && !isOthersDoing(kept, me)) return undefined
  if (body.after === null) return { type, body, shared: null }
  const shared = sharedNow(parts, me, now)
  return shared === null ? undefined : { type, body, shared }
}

/** Whether all that was written since is who is there. */
function isOthersDoing({ body, ownState }: KeptAnswer, me: SignedIn) {
  return body.after !== null && ownState !== null && ownState === me.ownState
}

export function keepAnswer(
  { keptAnswers }: Parts,
  request: FastifyRequest,
  { me, fromMs, untilMs }: Holds & { me: SignedIn },
  answer: Pick<KeptAnswer, 'type' | 'body'>,
) {
  if (request.url.length > longestAddress) return
  keptAnswers.set(keyOf(me, request), { ...answer, fromMs, untilMs, state: me.state, ownState: me.ownState })
}

function keyOf(me: SignedIn, { url }: Question) {
  return `${me.id} ${url}`
}
