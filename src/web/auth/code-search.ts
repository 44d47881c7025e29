// The type alone: every page loads what reads addresses, and only one needs the words.
import type { CodeReason } from '#domain/text/email-link-messages.ts'

const reasons: readonly CodeReason[] = ['changed', 'missing', 'unknown']

export type CodeSearch = {
  /** Why the link of the mail did not do. */
  why?: CodeReason
}

export function readCodeSearch(search: Record<string, unknown>): CodeSearch {
  const why = reasons.find((each) => each === search.why)
  return why === undefined ? {} : { why }
}
