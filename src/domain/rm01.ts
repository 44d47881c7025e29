import { addDays } from './calendar-day.ts'
import type { EditDecision } from './members.ts'

/**
 * The university's form RM01, which drivers fill in: the member's own tick says "declared", an officer's approval holds until
 * a day (D38a). It hides nobody and keeps nobody from driving.
 */
export const rm01States = ['not-needed', 'missing', 'declared', 'approved', 'ending', 'ended'] as const
export type Rm01 = (typeof rm01States)[number]

/** An approval that ends so soon is listed, so that there is time for a new one. */
export const endingWithinDays = 21

type Facts = { hasCar: boolean; rm01Declared: boolean; rm01Until: string | null }

/** @param today the club's local day; an approval counts on its last day, too */
export function rm01Of({ hasCar, rm01Declared, rm01Until }: Facts, today: string): Rm01 {
  if (rm01Until !== null) {
    if (rm01Until < today) return hasCar ? 'ended' : 'not-needed'
    return rm01Until <= addDays(today, endingWithinDays) ? 'ending' : 'approved'
  }
  if (!hasCar) return 'not-needed'
  return rm01Declared ? 'declared' : 'missing'
}

export type Rm01Decision = EditDecision | { outcome: 'refused'; reason: 'past-day' }

/** An officer approves until a day, or takes the approval away. */
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
