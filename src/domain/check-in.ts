import type { PassName } from './passes.ts'

export type CheckInRefusal = 'no-active-practice' | 'already-checked-in' | 'no-valid-pass'
export type CheckInDecision = { outcome: 'checked-in' } | { outcome: 'refused'; reason: CheckInRefusal }

export type CheckInFacts = {
  /** Whether the practice that the member means is live at this moment, by the server's clock. */
  live: boolean
  already: boolean
  pass: PassName
}

/** A member checks in to the live practice once, while holding a pass; it spends nothing (specification §4, D30). */
export function decideCheckIn({ live, already, pass }: CheckInFacts): CheckInDecision {
  if (!live) return { outcome: 'refused', reason: 'no-active-practice' }
  if (already) return { outcome: 'refused', reason: 'already-checked-in' }
  if (pass === 'none') return { outcome: 'refused', reason: 'no-valid-pass' }
  return { outcome: 'checked-in' }
}
