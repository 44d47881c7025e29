/** Rate limits with a sliding window: `most` attempts within `withinMs`, at least `leastGapMs` apart (T1, T5, T89). */
export type RateRule = { most: number; withinMs: number; leastGapMs?: number }
export type RateDecision = { outcome: 'taken'; hits: number[] } | { outcome: 'refused'; retryAfterMs: number }

const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const rateRules = {
  /** Wrong passwords per account; correct ones don't count. Leads to a wait, never to a permanent lockout. */
  accountFailures: { most: 10, withinMs: 15 * minute },
  /** Wrong passwords per IP address; generous, because a whole club can share one. */
  addressFailures: { most: 120, withinMs: minute },
  /** Sign-ups per IP address, and how many of them may be for existing addresses. */
  signUps: { most: 300, withinMs: hour },
  knownSignUps: { most: 30, withinMs: 10 * minute },
  /** Emails requested for one address. Sign-up and reset are counted separately, so that one can't use up the other. */
  mails: { most: 5, withinMs: hour, leastGapMs: minute },
  /** Emails sent to one address for both together, and to members who sign up again. */
  sentMails: { most: 5, withinMs: hour },
  alreadyMemberMails: { most: 1, withinMs: hour },
  /**
   * Wrong codes per account. The window is as long as the longest link lives, so the fifth wrong code voids them all.
   */
  codes: { most: 5, withinMs: 24 * hour },
  /** Wrong codes per IP address. */
  networkCodes: { most: 120, withinMs: hour },
  /** Photo uploads per member, including rejected ones: each is stored for a day after its last use. */
  pictures: { most: 60, withinMs: 24 * hour },
  /** Emails requested per IP address. */
  mailRequests: { most: 300, withinMs: hour },
  /** Password changes per member, because each sends an email. */
  passwordChanges: { most: 20, withinMs: 24 * hour },
  /** Notifications to one member about spots at one practice. */
  placeNews: { most: 3, withinMs: 24 * hour },
  /** Store files per officer, each with up to 5,000 rows. */
  storeImports: { most: 100, withinMs: 24 * hour },
  /** Files that one officer uploads for the club, including refused ones. */
  clubFiles: { most: 100, withinMs: 24 * hour },
  /** Practices that one officer adds to the calendar: a single one, or one for each of up to 40 weeks. */
  plans: { most: 200, withinMs: 24 * hour },
  /** Reads of one member's calendar feed, by several apps every few minutes. */
  feedReads: { most: 60, withinMs: 10 * minute },
} as const satisfies Record<string, RateRule>

/** Tolerated clock skew: concurrent attempts may be counted out of order, and by another process's clock. */
const clockSkewMs = 10 * second

/** @param hits epoch milliseconds of earlier attempts, oldest first */
export function takeFromWindow(hits: number[], rule: RateRule, nowMs: number): RateDecision {
  const recent = hits.filter((hit) => hit > nowMs - rule.withinMs && hit <= nowMs + clockSkewMs)
  const last = recent.at(-1)
  const oldest = recent[recent.length - rule.most]
  const waits = [
    last === undefined || rule.leastGapMs === undefined ? 0 : last + rule.leastGapMs - nowMs,
    oldest === undefined ? 0 : oldest + rule.withinMs - nowMs,
  ]
  // The longer of the two, so that a client that waits this long is not refused again.
  const retryAfterMs = Math.max(...waits)
  if (retryAfterMs > 0) return { outcome: 'refused', retryAfterMs }
  return { outcome: 'taken', hits: [...recent, nowMs].sort((a, b) => a - b) }
}
