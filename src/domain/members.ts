import type { HeldPass, PassName } from './passes.ts'
import { isLastOfficer, type RoleHolder } from './roles.ts'

/**
 * Officers' changes to a member. Every edit includes the value that the officer saw (optimistic locking): if it has
 * changed, the edit is refused and nothing is overwritten.
 */
export type EditRefusal = 'changed-meanwhile'
export type EditDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: EditRefusal }

/** @param facts.current the count in the ledger now */
export function decideCount(facts: { current: number; expected: number; value: number }): EditDecision {
  // Not a conflict: two officers who set the same value both succeed.
  if (facts.value === facts.current) return { outcome: 'unchanged' }
  if (facts.expected !== facts.current) return { outcome: 'refused', reason: 'changed-meanwhile' }
  return { outcome: 'changed' }
}

/**
 * A Day Pass set by an officer starts now and spends nothing; setting it again on the same day changes nothing.
 * @param facts.effective the effective pass
 */
export function decidePass(facts: { effective: PassName; expected: PassName; pass: PassName }): EditDecision {
  if (facts.pass === facts.effective) return { outcome: 'unchanged' }
  if (facts.expected !== facts.effective) return { outcome: 'refused', reason: 'changed-meanwhile' }
  return { outcome: 'changed' }
}

/** The stored form of a pass that starts now. */
export function heldFrom(pass: PassName, now: string): HeldPass {
  return { pass, passUsedAt: pass === 'Day Pass' ? now : null }
}

export type RemovalRefusal = 'last-officer'
type RemovalDecision = { outcome: 'removed' | 'unchanged' } | { outcome: 'refused'; reason: RemovalRefusal }

/** @param facts.otherOfficers as in `isLastOfficer` */
export function decideRemoval(facts: { person: RoleHolder; otherOfficers: number }): RemovalDecision {
  if (facts.person.removed) return { outcome: 'unchanged' }
  return isLastOfficer(facts.person, facts.otherOfficers)
    ? { outcome: 'refused', reason: 'last-officer' }
    : { outcome: 'removed' }
}

/** How long a removed member can be restored before they are erased. */
export const restorableForDays = 30
const dayMs = 86_400_000

/** The moment from which a removed member is erased automatically. */
export function erasedFrom(removedAt: string) {
  return new Date(Date.parse(removedAt) + restorableForDays * dayMs).toISOString()
}

/** A waiting period, so that a removal by mistake or in bad faith is noticed before it becomes permanent. */
const erasableAfterHours = 24

/** The moment from which an officer may erase a removed member permanently. */
export function erasableFrom(removedAt: string) {
  return new Date(Date.parse(removedAt) + erasableAfterHours * 3_600_000).toISOString()
}

export type ErasureRefusal = 'not-removed' | 'too-soon'
type ErasureDecision = { outcome: 'erased' | 'unchanged' } | { outcome: 'refused'; reason: ErasureRefusal }

/** Erasure by an officer. Members who delete their own account are erased immediately. */
export function decideErasure(facts: {
  removedAt: string | null
  erasedAt: string | null
  now: string
}): ErasureDecision {
  if (facts.erasedAt !== null) return { outcome: 'unchanged' }
  if (facts.removedAt === null) return { outcome: 'refused', reason: 'not-removed' }
  if (facts.now < erasableFrom(facts.removedAt)) return { outcome: 'refused', reason: 'too-soon' }
  return { outcome: 'erased' }
}

export type RestoreRefusal = 'erased' | 'address-taken'
type RestoreDecision = { outcome: 'restored' | 'unchanged' } | { outcome: 'refused'; reason: RestoreRefusal }

/** @param facts.addressTaken whether someone has since signed up with the email address */
export function decideRestore(facts: {
  removedAt: string | null
  erasedAt: string | null
  addressTaken: boolean
  now: string
}): RestoreDecision {
  if (facts.removedAt === null) return { outcome: 'unchanged' }
  if (facts.erasedAt !== null || facts.now >= erasedFrom(facts.removedAt))
    return { outcome: 'refused', reason: 'erased' }
  if (facts.addressTaken) return { outcome: 'refused', reason: 'address-taken' }
  return { outcome: 'restored' }
}

export type DeletionRefusal = 'last-officer'
type DeletionDecision = { outcome: 'deleted' } | { outcome: 'refused'; reason: DeletionRefusal }

/**
 * Members may delete their account at any time, except the last officer: no one in the app could make a new one.
 * @param facts.otherOfficers how many other officers can act, counted under a lock in the same transaction (T26)
 */
export function decideDeletion(facts: { person: RoleHolder; otherOfficers: number }): DeletionDecision {
  return isLastOfficer(facts.person, facts.otherOfficers)
    ? { outcome: 'refused', reason: 'last-officer' }
    : { outcome: 'deleted' }
}
