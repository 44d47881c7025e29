/**
 * What can go wrong when the app asks the server, sorted by what the person can do about it. Every problem carries a
 * sentence that is true: offline is never called a wrong password, and trouble on our side is never called theirs.
 */
import { ORPCError } from '@orpc/client'
import { messages } from '#domain/messages.ts'

export type Problem = {
  kind:
    | 'refused'
    | 'field'
    | 'offline'
    | 'too-many-tries'
    | 'trouble'
    /** The session is over (401). */
    | 'signed-out'
    /** The welcome wizard comes first. */
    | 'finish-setup'
    | 'not-allowed'
    | 'not-found'
  message: string
  /** The code of the answer, for callers that know what it may be. */
  code?: string
  /** Of a refusal: the literal reason of the rule. */
  reason?: string
  /** Of a refusal: the live practice that stands in the way. */
  livePracticeTitle?: string
  /** Of `field`: what each field needs. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** To be told to the webmaster; shown with trouble on our side. */
  requestId?: string
}

/** An answer of `/api/auth/*` that is not a success. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  readonly data: unknown
  readonly requestId: string | undefined
  constructor(answer: { status: number; code: string; message: string; data: unknown; requestId: string | undefined }) {
    super(answer.message)
    this.status = answer.status
    this.code = answer.code
    this.data = answer.data
    this.requestId = answer.requestId
  }
}

const requestIds = new WeakMap<object, string>()

/** Remembers the `x-request-id` of the answer that an error came from. */
export function rememberRequestId(error: unknown, requestId: string | undefined) {
  if (typeof error === 'object' && error !== null && requestId !== undefined) requestIds.set(error, requestId)
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ORPCError) return answered(error, requestIds.get(error))
  if (error instanceof AuthError) return answered(error, error.requestId)
  // `fetch` rejects with a TypeError when no answer came at all.
  if (error instanceof TypeError || isTimeout(error)) return { kind: 'offline', message: messages.offline }
  const requestId = typeof error === 'object' && error !== null ? requestIds.get(error) : undefined
  return { kind: 'trouble', message: messages.serverTrouble, ...(requestId && { requestId }) }
}

/** True where the same request, sent again with the same key, may fare better: nobody knows whether it arrived. */
export function isUnsettled(problem: Problem) {
  return problem.kind === 'offline' || problem.kind === 'trouble'
}

type Answered = { status: number; code: string; message: string; data: unknown }

function answered({ status, code, message, data }: Answered, requestId: string | undefined): Problem {
  const facts = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  if (status === 401) return { kind: 'signed-out', code, message }
  if (status === 429) {
    const retryAfterSeconds = typeof facts.retryAfterSeconds === 'number' ? facts.retryAfterSeconds : 60
    return { kind: 'too-many-tries', code, message: messages.tooManyTries(retryAfterSeconds), retryAfterSeconds }
  }
  if (code === 'FINISH_SETUP') return { kind: 'finish-setup', code, message }
  if (code === 'REFUSED')
    return {
      kind: 'refused',
      code,
      message,
      reason: String(facts.reason),
      ...(typeof facts.livePracticeTitle === 'string' && { livePracticeTitle: facts.livePracticeTitle }),
    }
  if (code === 'INVALID_FIELD') return { kind: 'field', code, message, fields: textsOf(facts.fields) }
  if (status === 403) return { kind: 'not-allowed', code, message }
  if (code === 'NOT_FOUND') return { kind: 'not-found', code, message }
  if (code === 'KEY_REUSED') return { kind: 'refused', code, reason: 'key-reused', message }
  return { kind: 'trouble', code, message: messages.serverTrouble, ...(requestId && { requestId }) }
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function isTimeout(error: unknown) {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** Trouble on our side is said in the words of what was tried. */
export function inWordsOf(problem: Problem, failed: string): Problem {
  return problem.kind === 'trouble' ? { ...problem, message: failed } : problem
}
