import { ORPCError } from '@orpc/server'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { FilesUnavailable } from '#server/ops/files/club-files.ts'
import { readDamagedLink } from './damaged-links.ts'
import { unstorableText } from './input-guard.ts'

/** Sent as `retry-after` with every 503. */
export const retryAfterOutageSeconds = 2

/** The shape of every JSON error outside `/rpc`, which has oRPC's envelope. */
export function errorBody(code: string, message: string, requestId: string, data?: unknown) {
  return { code, message, ...(data === undefined ? {} : { data }), requestId }
}

/** 503: to a browser that opens a page, such as from an email's link, as a page that tries again. */
export function sendUnavailable(request: FastifyRequest, reply: FastifyReply) {
  const { serverTrouble } = messages
  reply.code(503).header('retry-after', String(retryAfterOutageSeconds))
  if (!request.headers.accept?.includes('text/html'))
    return reply.send(errorBody('UNAVAILABLE', serverTrouble, request.id))
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${retryAfterOutageSeconds}"><title>${serverTrouble}</title><h1>${serverTrouble}</h1></html>`,
    )
}

/** Error codes of a database that can't be reached or written to right now, or that broke a deadlock: worth a retry (T70, T79). */
const outages =
  /^(file-moved|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|40P01|57P0[1-5]|53\d{3}|08\d{3}|57014|SQLITE_(BUSY|FULL|IOERR|READONLY))/

function isOutage(error: unknown): boolean {
  if (isBusy(error) || error instanceof FilesUnavailable) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (outages.test(code)) return true
  if ('errcode' in error && [5, 8, 10, 13].includes(Number(error.errcode) & 0xff)) return true
  return /timeout exceeded when trying to connect|Connection terminated|is not queryable/.test(error.message)
}

/** Whether a work queue is full: password hashing or photo encoding. */
function isBusy(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'busy'
}

/** Whether PostgreSQL rejected a NUL in a text; only a hand-made request has one (T98). */
function isUnstorable(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === '22021'
}

/** Maps what an operation threw to an error of the contract. Server errors are logged here, once, with the request's id. */
export function toContractError(error: unknown, log: FastifyBaseLogger) {
  if (error instanceof ORPCError && error.status < 500) return tooLongTexts(error) ?? error
  if (isUnstorable(error)) return new ORPCError('BAD_REQUEST', { status: 400, message: unstorableText })
  logFailure(log, error, 'an operation failed')
  if (isOutage(error))
    return new ORPCError('UNAVAILABLE', { defined: true, status: 503, message: messages.serverTrouble })
  return new ORPCError('INTERNAL_SERVER_ERROR', { status: 500, message: messages.serverTrouble })
}

/** Input whose only fault is that texts are too long, as after a paste: each field with its limit; null for other errors. */
function tooLongTexts({ code, data }: ORPCError<string, unknown>) {
  if (code !== 'BAD_REQUEST' || typeof data !== 'object' || data === null || !('issues' in data)) return null
  const issues = Array.isArray(data.issues) ? data.issues : []
  const limits = issues.map(({ code, origin, maximum, path = [] }) =>
    code === 'too_big' && origin === 'string' ? ([path.findLast(isText) ?? '', Number(maximum)] as const) : null,
  )
  const [first] = limits
  if (!first || limits.includes(null)) return null
  const fields = limits.filter((limit) => limit !== null).map(([field, most]) => [field, messages.tooLong(most)])
  return refuseFields(Object.fromEntries(fields), messages.tooLong(first[1]))
}

function isText(part: unknown) {
  return typeof part === 'string'
}

/** A full queue is a warning without a stack trace, because a flood of logins causes hundreds a second. */
function logFailure(log: FastifyBaseLogger, error: unknown, message: string) {
  if (isBusy(error)) log.warn({ why: error.message }, message)
  else log.error({ err: error }, message)
}

/** The seconds for the `retry-after` header; null if unknown. */
export function retryAfterSecondsOf({ status, data }: ORPCError<string, unknown>) {
  if (status === 503) return retryAfterOutageSeconds
  const seconds =
    typeof data === 'object' && data !== null && 'retryAfterSeconds' in data ? data.retryAfterSeconds : null
  return typeof seconds === 'number' ? seconds : null
}

/** Sends the error that a route outside the contract threw, in the same form as an operation's. */
export function sendThrownError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const mapped = toContractError(error, request.log)
  const seconds = retryAfterSecondsOf(mapped)
  if (seconds !== null) reply.header('retry-after', String(seconds))
  return reply.code(mapped.status).send(errorBody(mapped.code, mapped.message, request.id, mapped.data))
}

/** Responds to an address that the router can't decode. Such a request has passed no hooks. */
export function sendUnreadableAddress(
  { statusCode, code }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const damaged = readDamagedLink(request.url.split('?')[0] ?? '')
  // Sets these headers here, because no hook has run.
  if (damaged !== null)
    return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(damaged, 302)
  reply.code(statusCode ?? 400).header('x-request-id', request.id)
  return reply.send(errorBody(codeOf({ code }), 'This address isn’t valid.', request.id))
}

function codeOf({ code }: { code?: string }) {
  return code?.replace(/^FST_(ERR_)?/, '') ?? 'BAD_REQUEST'
}

export function addErrorHandler(app: FastifyInstance) {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) {
      return reply.code(status).send(errorBody(codeOf(error), error.message, request.id))
    }
    if (isUnstorable(error)) return reply.code(400).send(errorBody('BAD_REQUEST', unstorableText, request.id))
    logFailure(request.log, error, 'a request failed')
    if (isOutage(error)) return sendUnavailable(request, reply)
    return reply.code(500).send(errorBody('INTERNAL_SERVER_ERROR', messages.serverTrouble, request.id))
  })
}

/** A rule's refusal as an error of the contract (contract/operation.ts). @param message shown to the member */
export function refuse(reason: string, message: string, more: { livePracticeTitle?: string } = {}) {
  return new ORPCError('REFUSED', { defined: true, status: 409, message, data: { reason, ...more } })
}

export function refuseField(field: string, message: string) {
  return refuseFields({ [field]: message }, message)
}

export function refuseFields(fields: Record<string, string>, message: string) {
  return new ORPCError('INVALID_FIELD', { defined: true, status: 422, message, data: { fields } })
}

export function tooManyTries(retryAfterMs: number) {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return new ORPCError('TOO_MANY_TRIES', {
    defined: true,
    status: 429,
    message: messages.tooManyTries(retryAfterSeconds),
    data: { retryAfterSeconds },
  })
}

export function signedOut() {
  return new ORPCError('UNAUTHORIZED', { defined: true, status: 401, message: 'Please log in.' })
}

export function passwordNeeded() {
  return new ORPCError('PASSWORD_NEEDED', { defined: true, status: 403, message: 'Enter your password to continue.' })
}

export function officersOnly() {
  return new ORPCError('FORBIDDEN', { defined: true, status: 403, message: officerMessages.forOfficers })
}

export function notFound() {
  return new ORPCError('NOT_FOUND', { defined: true, status: 404, message: 'Not found.' })
}

/** Throws `notFound()`, for use after `??`. */
export function missing(): never {
  throw notFound()
}
