import type { PassName } from './passes.ts'

export type CheckInRefusal = 'no-active-practice' | 'already-checked-in' | 'no-valid-pass' | 'no-day-passes'

type CheckInDecision = { outcome: 'checked-in'; usesDayPass: boolean } | { outcome: 'refused'; reason: CheckInRefusal }

type CheckInFacts = {
  /** Whether the requested practice is live right now, by the server's clock. */
  live: boolean
  already: boolean
  pass: PassName
  /** How many day passes the member has, if one may be used to check in; otherwise null. */
  dayPasses: number | null
}

/** A member checks in to the live practice once, with a valid pass, or by using a day pass. A valid pass is kept as it is. */
export function decideCheckIn({ live, already, pass, dayPasses }: CheckInFacts): CheckInDecision {
  if (!live) return { outcome: 'refused', reason: 'no-active-practice' }
  if (already) return { outcome: 'refused', reason: 'already-checked-in' }
  if (pass !== 'none') return { outcome: 'checked-in', usesDayPass: false }
  if (dayPasses === null) return { outcome: 'refused', reason: 'no-valid-pass' }
  if (dayPasses < 1) return { outcome: 'refused', reason: 'no-day-passes' }
  return { outcome: 'checked-in', usesDayPass: true }
}
