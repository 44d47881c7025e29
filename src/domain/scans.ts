import type { PassName } from './passes.ts'
import { isLive, isOver, type Practice } from './practices.ts'

export type ScanRefusal = 'not-begun' | 'practice-over'

type ScanDecision =
  | { outcome: 'checked-in'; at: string; usesDayPass: boolean; hadPass: boolean }
  | { outcome: 'already-in' | 'no-valid-pass' }
  | { outcome: 'refused'; reason: ScanRefusal }

type ScanFacts = {
  practice: Practice
  already: boolean
  /** When an officer's phone without a connection scanned (`scanMoment`); null for a scan of this moment. */
  scannedAt: string | null
  /** The pass that counted at that moment. */
  pass: PassName
  /** How many day passes the member has, if the officer uses one for them; otherwise null. */
  dayPasses: number | null
  now: string
}

/**
 * An officer scans a member's pass, or picks them by name, at the live practice. Who scanned without a connection has let the member in, so
 * that scan counts even if the practice or the pass has changed since.
 */
export function decideScan({ practice, already, scannedAt, pass, dayPasses, now }: ScanFacts): ScanDecision {
  if (practice.startedAt === null)
    return { outcome: 'refused', reason: isOver(practice, now) ? 'practice-over' : 'not-begun' }
  if (already) return { outcome: 'already-in' }
  const hadPass = pass !== 'none'
  if (scannedAt !== null) return { outcome: 'checked-in', at: scannedAt, usesDayPass: false, hadPass }
  if (!isLive(practice, now)) return { outcome: 'refused', reason: 'practice-over' }
  if (hadPass) return { outcome: 'checked-in', at: now, usesDayPass: false, hadPass }
  if (dayPasses === null || dayPasses < 1) return { outcome: 'no-valid-pass' }
  return { outcome: 'checked-in', at: now, usesDayPass: true, hadPass: true }
}

/** When a phone without a connection scanned. Its clock may be wrong by hours, so the moment is put within the practice. */
export function scanMoment({ startedAt, endedAt, endsAt }: Practice, scannedAt: string, now: string) {
  const end = endedAt ?? endsAt
  const last = end < now ? end : now
  if (startedAt !== null && scannedAt < startedAt) return startedAt
  return scannedAt > last ? last : scannedAt
}
