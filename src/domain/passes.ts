/** Passes of the specification (§3, §4): a Day Pass is good for one local day, a Carpool Range Pass until it is taken away. */
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
 * The pass that counts now (D34). A Day Pass ends at the start of the local day after its use; a session that stays open
 * over midnight does not keep it.
 * @param startOfToday instant at which the club's current day began
 */
export function effectivePass(held: HeldPass, startOfToday: string): PassName {
  if (held.pass !== 'Day Pass') return held.pass
  return held.passUsedAt !== null && held.passUsedAt >= startOfToday ? 'Day Pass' : 'none'
}

/** Use Pass takes one day pass and needs that none is active (specification §4 and §5, D33). */
export function decideUsePass(facts: { dayPasses: number; pass: PassName }): UsePassDecision {
  if (facts.pass !== 'none') return { outcome: 'refused', reason: 'pass-active' }
  if (facts.dayPasses < 1) return { outcome: 'refused', reason: 'no-day-passes' }
  return { outcome: 'used' }
}
