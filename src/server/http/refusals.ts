import { ORPCError } from '@orpc/server'
import { messages } from '#domain/text/messages.ts'

/** The answers of the contract's errors (contract/operation.ts) with the sentence that belongs to them. */
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

export function notFound() {
  return new ORPCError('NOT_FOUND', { defined: true, status: 404, message: 'Not found.' })
}

/** For the right side of `??`: what is addressed is not there. */
export function missing(): never {
  throw notFound()
}
