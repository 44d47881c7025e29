import { messages } from '#domain/text/public-messages.ts'

/**
 * What can go wrong with a request, sorted by what the person can do about it. Every message is true: being offline is
 * never called a wrong password, and trouble on our side is never blamed on the person.
 */

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
  /** The error code of the response, for callers that handle it. */
  code?: string
  /** For `refused`: the rule's reason code. */
  reason?: string
  /** For `refused`: the live practice that is in the way. */
  livePracticeTitle?: string
  /** For `field`: the message for each field. */
  fields?: Record<string, string>
  retryAfterSeconds?: number
  /** For the webmaster; shown with trouble on our side. */
  requestId?: string
}

/** An unsuccessful response. Properties that are not text are left out. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly data: unknown
  readonly requestId: string | undefined
  constructor(answer: { status: number } & Record<'code' | 'message' | 'data' | 'requestId', unknown>) {
    super(textOr(answer.message, ''))
    this.status = answer.status
    this.code = textOr(answer.code, '')
    this.data = answer.data
    this.requestId = textOr(answer.requestId, undefined)
  }
}

function textOr<Other>(value: unknown, other: Other) {
  return typeof value === 'string' ? value : other
}

export function toProblem(error: unknown): Problem {
  if (error instanceof ApiError) return problemOf(error)
  if (error instanceof NoResponseError) return { kind: 'offline', message: messages.offline }
  return { kind: 'trouble', message: messages.serverTrouble }
}

/** Whether sending the request again with the same key may help: it may not have arrived, or failed on the server. */
export function isRetryable(problem: Problem) {
  return problem.kind === 'offline' || problem.kind === 'trouble'
}

function problemOf({ status, code, message, data, requestId }: ApiError): Problem {
  const details = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  if (status === 401) return { kind: 'signed-out', code, message }
  if (status === 429) {
    const retryAfterSeconds = typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : 60
    return { kind: 'too-many-tries', code, message: messages.tooManyTries(retryAfterSeconds), retryAfterSeconds }
  }
  if (code === 'FINISH_SETUP') return { kind: 'finish-setup', code, message }
  if (code === 'REFUSED')
    return {
      kind: 'refused',
      code,
      message,
      reason: String(details.reason),
      ...(typeof details.livePracticeTitle === 'string' && { livePracticeTitle: details.livePracticeTitle }),
    }
  if (code === 'INVALID_FIELD') return { kind: 'field', code, message, fields: textsOf(details.fields) }
  if (status === 403) return { kind: 'not-allowed', code, message }
  if (code === 'NOT_FOUND') return { kind: 'not-found', code, message }
  if (code === 'KEY_REUSED') return { kind: 'refused', code, reason: 'key-reused', message }
  // An error from our server is final, as for a page of an older build; except for a request that took too long to
  // arrive.
  const isFinal = code !== '' && status < 500 && status !== 408 && status !== 425
  return {
    kind: isFinal ? 'refused' : 'trouble',
    code,
    message: messages.serverTrouble,
    ...(requestId && { requestId }),
  }
}

function textsOf(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** For trouble on our side, says what has failed. */
export function withFallbackMessage(problem: Problem, failed: string): Problem {
  return problem.kind === 'trouble' ? { ...problem, message: failed } : problem
}

/** Slow connections can hang for minutes, so a request without a response for this long counts as failed. */
const timeoutMs = 20_000

/** There was no response, or it broke off; the server may or may not have received the request. */
export class NoResponseError extends Error {}

type TextResponse = { response: Response; text: string }

/**
 * `fetch` with a timeout, including the body. Engines reject differently (WebKit ignores the reason of an abort), so
 * nothing depends on the name of the error.
 * @param early the response, if the request was already sent
 * @throws NoResponseError without a complete response in time; the reason of `signal` if the caller has aborted
 */
export async function fetchText(
  address: string,
  { signal, ...init }: RequestInit = {},
  early?: Promise<Response>,
): Promise<TextResponse> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, timeoutMs)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  try {
    const response = await (early ?? fetch(address, { ...init, signal: controller.signal }))
    return { response, text: await response.text() }
  } catch (error) {
    signal?.throwIfAborted()
    throw new NoResponseError(undefined, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** The body of a response as JSON; null if it is not a JSON object, as from a proxy or a Wi-Fi login page. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/**
 * Some problems concern the whole app, not only the caller: the session is over, rights have changed, or setup comes
 * first. Mutations and queries report every problem here; use-session.ts handles them.
 */

type ProblemListener = (problem: Problem) => void
const listeners = new Set<ProblemListener>()

export function reportProblem(problem: Problem) {
  for (const listener of listeners) listener(problem)
}

export function onProblem(listener: ProblemListener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
