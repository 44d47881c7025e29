import { messages } from '#domain/text/messages.ts'

/**
 * What can go wrong when the app asks the server, sorted by what the person can do about it. Every problem carries a
 * sentence that is true: offline is never called a wrong password, and trouble on our side is never called theirs.
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

/** An answer that is not a success; what it does not say as text is left out. */
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
  if (error instanceof ApiError) return answered(error)
  if (error instanceof NoResponseError) return { kind: 'offline', message: messages.offline }
  return { kind: 'trouble', message: messages.serverTrouble }
}

/** True where the same request, sent again with the same key, may fare better: nobody knows whether it arrived. */
export function isRetryable(problem: Problem) {
  return problem.kind === 'offline' || problem.kind === 'trouble'
}

function answered({ status, code, message, data, requestId }: ApiError): Problem {
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
  // Our server would refuse the same request again, as that of a page of an older build; what it can't read in time is another matter.
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

/** Trouble on our side is said in the words of what was tried. */
export function withFallbackMessage(problem: Problem, failed: string): Problem {
  return problem.kind === 'trouble' ? { ...problem, message: failed } : problem
}

/** A request without a response for this long counts as unanswered: on a bad connection it would hang for minutes. */
const timeoutMs = 20_000

/** No response came, or it broke off: the server may or may not have heard the request. */
export class NoResponseError extends Error {}

type TextResponse = { response: Response; text: string }

/**
 * `fetch` with a time limit, read to the end. What a failed fetch rejects with differs between engines (WebKit ignores the reason of
 * an abort), so no decision hangs on the name of that error.
 * @param early the response to this request where it has been sent before
 * @throws NoResponseError without a complete response in time; the reason of `signal` where the caller has aborted
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

/** The body of a response as JSON; null where it is none, as from a proxy or a Wi-Fi log-in page in between. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

/**
 * Two answers concern the whole app and not only who asked: the session is over, and the wizard comes first. Acts and
 * queries report every problem here; what follows is decided in one place (auth/use-session.ts).
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
