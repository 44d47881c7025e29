/** How often something may be tried: so many times within a sliding window (D15, T1, T5, T89). */
export type RateRule = { most: number; withinMs: number; leastGapMs?: number }
export type RateDecision = { outcome: 'taken'; hits: number[] } | { outcome: 'refused'; retryAfterMs: number }

const second = 1000
const minute = 60 * second
const hour = 60 * minute

export const rateRules = {
  /** Wrong passwords on one account; right ones don't count. Then a wait, never a lock for good. */
  accountFailures: { most: 10, withinMs: 15 * minute },
  /** Wrong passwords from one network address: generous, for a whole club sits behind one. */
  addressFailures: { most: 120, withinMs: minute },
  /** Sign-ups from one network address, and those among them for addresses that already exist. */
  signUps: { most: 300, withinMs: hour },
  knownSignUps: { most: 30, withinMs: 10 * minute },
  /** Mails that are asked for to one email address: for a sign-up, and apart from those for a reset, so that neither uses up the other's. */
  mails: { most: 5, withinMs: hour, leastGapMs: minute },
  /** What is sent to it of both together, and to members who are signed up again. */
  sentMails: { most: 5, withinMs: hour },
  alreadyMemberMails: { most: 1, withinMs: hour },
  /** Codes of mails typed for one account, right ones aside: as long as any link lives, so that the fifth wrong one voids them. */
  codes: { most: 5, withinMs: 24 * hour },
  /** The same from one network address. */
  networkCodes: { most: 120, withinMs: hour },
  /** Pictures that one member sends, also those that are not taken: each is stored for a day after it was last shown. */
  pictures: { most: 60, withinMs: 24 * hour },
  /** Mails asked for from one network address. */
  mailRequests: { most: 300, withinMs: hour },
  /** New passwords that one member sets: each has an email sent. */
  passwordChanges: { most: 20, withinMs: 24 * hour },
  /** What one member is told of a spot at one practice. */
  placeNews: { most: 3, withinMs: 24 * hour },
  /** Files of the store that one officer imports, of 5,000 lines at most. */
  storeImports: { most: 100, withinMs: 24 * hour },
  /** What one officer adds to the calendar: a practice, or one for each of 40 weeks. */
  plans: { most: 200, withinMs: 24 * hour },
  /** Reads of one member's calendar feed: several programs, each every few minutes. */
  feedReads: { most: 60, withinMs: 10 * minute },
} as const satisfies Record<string, RateRule>

/** Tries that come at once may be counted in another order than they came, and by another process's clock. */
const besideMs = 10 * second

/** @param hits epoch milliseconds of what was taken before, oldest first */
export function takeFromWindow(hits: number[], rule: RateRule, nowMs: number): RateDecision {
  const recent = hits.filter((hit) => hit > nowMs - rule.withinMs && hit <= nowMs + besideMs)
  const last = recent.at(-1)
  const oldest = recent[recent.length - rule.most]
  const waits = [
    last === undefined || rule.leastGapMs === undefined ? 0 : last + rule.leastGapMs - nowMs,
    oldest === undefined ? 0 : oldest + rule.withinMs - nowMs,
  ]
  // The longer one, so that waiting as told is enough.
  const retryAfterMs = Math.max(...waits)
  if (retryAfterMs > 0) return { outcome: 'refused', retryAfterMs }
  return { outcome: 'taken', hits: [...recent, nowMs].sort((a, b) => a - b) }
}
