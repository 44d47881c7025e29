import { memberMessages } from '#domain/text/member-messages.ts'
import type { Problem } from '#web/lib/api-error.ts'

/** A refusal in words that say which practice stands in the way. */
export function liveConflictMessage({ reason, livePracticeTitle, message }: Problem) {
  return reason === 'another-live' && livePracticeTitle ? memberMessages.anotherLive(livePracticeTitle) : message
}
