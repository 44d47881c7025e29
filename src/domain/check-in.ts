import type { PassName } from './passes.ts'

export type CheckInRefusal = 'no-active-practice' | 'already-checked-in' | 'no-valid-pass'

type CheckInDecision = { outcome: 'checked-in' } | { outcome: 'refused'; reason: CheckInRefusal }

type CheckInFacts = {
  /** Whether the requested practice is live right now, by the server's clock. */
  live: boolean
  already: boolean
  pass: PassName
}

/** A member checks in to the live practice once, with a valid pass; it spends nothing. */
export function decideCheckIn({ live, already, pass }: CheckInFacts): CheckInDecision {
  if (!live) return { outcome: 'refused', reason: 'no-active-practice' }
  if (already) return { outcome: 'refused', reason: 'already-checked-in' }
  if (pass === 'none') return { outcome: 'refused', reason: 'no-valid-pass' }
  return { outcome: 'checked-in' }
}
