import type { CodeVerdict } from './check-in-code.ts'
import type { PassName } from './passes.ts'

/** How members check in: with a tap, with the code that officers show at the range, or only through an officer. */
export const checkInModes = ['tap', 'code', 'officer'] as const
export type CheckInMode = (typeof checkInModes)[number]

/** The mode of a practice. One that an earlier release has started goes on as it began, with a tap. */
export function checkInModeOf({ checkInMode }: { checkInMode: CheckInMode | null }): CheckInMode {
  return checkInMode ?? 'tap'
}

export type CheckInRefusal =
  | ('no-active-practice' | 'already-checked-in' | 'no-valid-pass' | 'no-day-passes')
  | ('officer-checks-in' | 'code-missing' | 'code-wrong')

type CheckInDecision =
  | { outcome: 'checked-in'; usesDayPass: boolean; late: boolean }
  | { outcome: 'refused'; reason: CheckInRefusal }

type CheckInFacts = {
  /** Whether the requested practice is live right now, by the server's clock. */
  live: boolean
  already: boolean
  mode: CheckInMode
  /** Of the code that the member has sent; null without one. Only mode `code` asks for it. */
  code: CodeVerdict | null
  pass: PassName
  /** How many day passes the member has, if one may be used to check in; otherwise null. */
  dayPasses: number | null
}

/**
 * A member checks in to the live practice once, in the practice's mode, with a valid pass, or by using a day pass. A valid pass is kept as
 * it is.
 */
export function decideCheckIn({ live, already, mode, code, pass, dayPasses }: CheckInFacts): CheckInDecision {
  if (!live) return refused('no-active-practice')
  if (already) return refused('already-checked-in')
  if (mode === 'officer') return refused('officer-checks-in')
  if (mode === 'code' && code === null) return refused('code-missing')
  if (mode === 'code' && code === 'wrong') return refused('code-wrong')
  const late = mode === 'code' && code === 'late'
  if (pass !== 'none') return { outcome: 'checked-in', usesDayPass: false, late }
  if (dayPasses === null) return refused('no-valid-pass')
  if (dayPasses < 1) return refused('no-day-passes')
  return { outcome: 'checked-in', usesDayPass: true, late }
}

function refused(reason: CheckInRefusal) {
  return { outcome: 'refused', reason } as const
}
