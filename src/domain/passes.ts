/** A Day Pass is valid for one local day, a Carpool Range Pass until it is removed. */
export const passNames = ['none', 'Day Pass', 'Carpool Range Pass'] as const
export type PassName = (typeof passNames)[number]

export type HeldPass = {
  pass: PassName
  /** When the Day Pass was used; null for any other pass. */
  passUsedAt: string | null
}

export type UsePassRefusal = 'no-day-passes' | 'pass-active'
export type UsePassDecision = { outcome: 'used' } | { outcome: 'refused'; reason: UsePassRefusal }

/**
 * The pass that counts now. A Day Pass ends at the start of the next local day, even in a session that stays open over
 * midnight.
 * @param startOfToday instant at which the club's current day started
 */
export function effectivePass(held: HeldPass, startOfToday: string): PassName {
  if (held.pass !== 'Day Pass') return held.pass
  return held.passUsedAt !== null && held.passUsedAt >= startOfToday ? 'Day Pass' : 'none'
}

/** Use Pass spends one day pass, and only if no pass is active. */
export function decideUsePass(facts: { dayPasses: number; pass: PassName }): UsePassDecision {
  if (facts.pass !== 'none') return { outcome: 'refused', reason: 'pass-active' }
  if (facts.dayPasses < 1) return { outcome: 'refused', reason: 'no-day-passes' }
  return { outcome: 'used' }
}
