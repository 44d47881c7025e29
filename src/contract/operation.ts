import { oc } from '@orpc/contract'
import * as z from 'zod/mini'

/**
 * The answers that are not a result. `message` is always a sentence that a person can be shown (domain/text/messages.ts).
 * Every operation may give the first group; REFUSED carries the literal reason of a rule.
 */
export const contract = oc.errors({
  UNAUTHORIZED: { status: 401, message: 'Please log in.' },
  FORBIDDEN: { status: 403, message: 'Officers only.' },
  /** The operation needs the caller's own password, entered in this session within the last 10 minutes. */
  PASSWORD_NEEDED: { status: 403, message: 'Enter your password to continue.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** The welcome wizard comes first. */
  FINISH_SETUP: { status: 409, message: 'Please finish setting up your profile first.' },
  REFUSED: {
    status: 409,
    data: z.object({
      reason: z.string(),
      /** The live practice that stands in the way, where one does. */
      livePracticeTitle: z.optional(z.string()),
    }),
  },
  /** A field needs mending: its name and what it needs. */
  INVALID_FIELD: { status: 422, data: z.object({ fields: z.record(z.string(), z.string()) }) },
  /** The same idempotency key came with another request. */
  KEY_REUSED: {
    status: 422,
    message: 'This request was already sent with different content. Reload the page and try again.',
  },
  TOO_MANY_TRIES: { status: 429, data: z.object({ retryAfterSeconds: z.number() }) },
  UNAVAILABLE: { status: 503, message: 'Something went wrong. Try again in a moment.' },
})

/** Marks a read whose response has an ETag (server/http/response-cache.ts) and may come as a 304, and says so in the API's document. */
export function mayBeUnchanged<Operation extends { responses?: object | undefined }>(operation: Operation) {
  return { ...operation, responses: { ...operation.responses, 304: { description: 'Unchanged, without a body.' } } }
}
