import { addDays } from './calendar-day.ts'
import type { EditDecision } from './members.ts'

/**
 * RM01 is the university's form for driving others. A member's own checkbox means "declared"; an officer's approval is
 * valid until a day. A missing form doesn't hide anyone or stop them from driving.
 */
export const rm01States = ['not-needed', 'missing', 'declared', 'approved', 'ending', 'ended'] as const
export type Rm01 = (typeof rm01States)[number]

/** Approvals that end within this many days are listed, so that there is time to renew them. */
export const endingWithinDays = 21

type Rm01Facts = { hasCar: boolean; rm01Declared: boolean; rm01Until: string | null }

/** @param today the club's local day; an approval is still valid on its last day */
export function rm01Of({ hasCar, rm01Declared, rm01Until }: Rm01Facts, today: string): Rm01 {
  if (rm01Until !== null) {
    if (rm01Until < today) return hasCar ? 'ended' : 'not-needed'
    return rm01Until <= addDays(today, endingWithinDays) ? 'ending' : 'approved'
  }
  if (!hasCar) return 'not-needed'
  return rm01Declared ? 'declared' : 'missing'
}

type Rm01Decision = EditDecision | { outcome: 'refused'; reason: 'past-day' }

/** An officer approves until a day, or removes the approval. */
export function decideRm01(facts: {
  current: string | null
  expected: string | null
  until: string | null
  today: string
}): Rm01Decision {
  const { current, expected, until, today } = facts
  if (until === current) return { outcome: 'unchanged' }
  if (expected !== current) return { outcome: 'refused', reason: 'changed-meanwhile' }
  if (until !== null && until < today) return { outcome: 'refused', reason: 'past-day' }
  return { outcome: 'changed' }
}
