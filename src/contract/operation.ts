import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

/**
 * Errors that every operation may return. `message` can always be shown to a user (domain/text/public-messages.ts). REFUSED
 * carries the literal reason of a business rule.
 */
export const contract = oc.errors({
  UNAUTHORIZED: { status: 401, message: 'Please log in.' },
  FORBIDDEN: { status: 403, message: 'Officers only.' },
  /** The operation needs the caller's own password, entered in this session within the last 10 minutes. */
  PASSWORD_NEEDED: { status: 403, message: 'Enter your password to continue.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** The welcome wizard must be finished first. */
  FINISH_SETUP: { status: 409, message: 'Please finish setting up your profile first.' },
  REFUSED: {
    status: 409,
    data: z.object({
      reason: z.string(),
      /** Title of the live practice that blocks the operation, if any. */
      livePracticeTitle: z.optional(z.string()),
    }),
  },
  /** Invalid fields, each with what it needs. */
  INVALID_FIELD: { status: 422, data: z.object({ fields: z.record(z.string(), z.string()) }) },
  /** The idempotency key was already used for a different request. */
  KEY_REUSED: {
    status: 422,
    message: 'This request was already sent with different content. Reload the page and try again.',
  },
  TOO_MANY_TRIES: { status: 429, data: z.object({ retryAfterSeconds: z.number() }) },
  UNAVAILABLE: { status: 503, message: 'Something went wrong. Try again in a moment.' },
})

/** Marks a read that has an ETag (server/http/response-cache.ts) and documents its 304 response in OpenAPI. */
export function mayBeUnchanged<Operation extends { responses?: object | undefined }>(operation: Operation) {
  return { ...operation, responses: { ...operation.responses, 304: { description: 'Unchanged, without a body.' } } }
}
