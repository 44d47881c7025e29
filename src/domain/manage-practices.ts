import type { PassName } from './passes.ts'
import { isLive, isOver, type Practice } from './practices.ts'

/** What officers do about practices beside running them (specification §2, "Manage Practices"; D29–D31, D36). */

export type AttendanceRefusal = 'not-begun' | 'reason-missing'
export type AttendanceDecision =
  | { outcome: 'changed' | 'unchanged' }
  | { outcome: 'refused'; reason: AttendanceRefusal }

/**
 * An officer checks somebody in by name, or corrects who was there (D30). It needs a reason where the member could not have
 * done it: without a pass at the live practice, and always once it is over.
 * @param facts.pass the member's effective pass
 */
export function decideAttendance(facts: {
  practice: Practice
  attended: boolean
  wanted: boolean
  pass: PassName
  reason: string
  now: string
}): AttendanceDecision {
  const { practice, attended, wanted, pass, reason, now } = facts
  if (wanted === attended) return { outcome: 'unchanged' }
  if (!hasBegun(practice, now)) return { outcome: 'refused', reason: 'not-begun' }
  const needsReason = !isLive(practice, now) || (wanted && pass === 'none')
  if (needsReason && reason === '') return { outcome: 'refused', reason: 'reason-missing' }
  return { outcome: 'changed' }
}

/** Somebody can have been there: it is live, or it is over. */
function hasBegun(practice: Practice, now: string) {
  return isLive(practice, now) || isOver(practice, now)
}

/** The two lists that may name the address of somebody without an account (D36). */
export const listedKinds = ['attendance', 'carpool'] as const
export type ListedKind = (typeof listedKinds)[number]
export type ListingRefusal = 'not-begun'
export type ListingDecision = { outcome: 'listed' } | { outcome: 'refused'; reason: ListingRefusal }

/** An address without an account goes into a list until its owner signs up (D19, D36). Who drives may be known before. */
export function decideListing(facts: { practice: Practice; kind: ListedKind; now: string }): ListingDecision {
  const { practice, kind, now } = facts
  if (kind === 'attendance' && !hasBegun(practice, now)) return { outcome: 'refused', reason: 'not-begun' }
  return { outcome: 'listed' }
}

/** Its owner has signed up meanwhile and has what the list promised. */
export type UnlistingRefusal = 'claimed'

export type DeleteRefusal = 'live' | 'rained-out'
export type DeleteDecision = { outcome: 'deleted' | 'unchanged' } | { outcome: 'refused'; reason: DeleteRefusal }

/** Out of every list and every count at once; never while live (D31). */
export function decideDelete(facts: {
  practice: Practice
  deletedAt: string | null
  /** What it gave back would count twice, once its attendance counts for nobody (D38b). */
  rainedOut: boolean
  now: string
}): DeleteDecision {
  if (facts.deletedAt !== null) return { outcome: 'unchanged' }
  if (isLive(facts.practice, facts.now)) return { outcome: 'refused', reason: 'live' }
  return facts.rainedOut ? { outcome: 'refused', reason: 'rained-out' } : { outcome: 'deleted' }
}

export const undeletableForDays = 30
const dayMs = 86_400_000

export type UndeleteRefusal = 'too-late'
export type UndeleteDecision = { outcome: 'restored' | 'unchanged' } | { outcome: 'refused'; reason: UndeleteRefusal }

/** For 30 days (D31). */
export function decideUndelete(facts: { deletedAt: string | null; now: string }): UndeleteDecision {
  if (facts.deletedAt === null) return { outcome: 'unchanged' }
  const until = undeletableUntil(facts.deletedAt)
  return facts.now < until ? { outcome: 'restored' } : { outcome: 'refused', reason: 'too-late' }
}

/** The first moment at which it is too late. */
export function undeletableUntil(deletedAt: string) {
  return new Date(Date.parse(deletedAt) + undeletableForDays * dayMs).toISOString()
}

/** The most that a limit makes sense for; a slip of the finger is caught here. */
export const mostAttendance = 1000
