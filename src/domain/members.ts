import type { HeldPass, PassName } from './passes.ts'
import { isLastOfficer, type RoleHolder } from './roles.ts'

/**
 * What officers may change about a member (specification §2, "Manage Members"; D35, D37, D39). Every edit says what its officer
 * saw before: where that is no longer so, somebody else was faster, and nothing is overwritten.
 */
export type EditRefusal = 'changed-meanwhile'
export type EditDecision = { outcome: 'changed' | 'unchanged' } | { outcome: 'refused'; reason: EditRefusal }

/** @param facts.current as the ledger has it now */
export function decideCount(facts: { current: number; expected: number; value: number }): EditDecision {
  // What is so already is no quarrel: two officers who set the same both succeed.
  if (facts.value === facts.current) return { outcome: 'unchanged' }
  if (facts.expected !== facts.current) return { outcome: 'refused', reason: 'changed-meanwhile' }
  return { outcome: 'changed' }
}

/**
 * A Day Pass set by hand is stamped now and spends nothing; setting it again on the same day changes nothing (D35).
 * @param facts.effective the pass that counts now (D34)
 */
export function decidePass(facts: { effective: PassName; expected: PassName; pass: PassName }): EditDecision {
  if (facts.pass === facts.effective) return { outcome: 'unchanged' }
  if (facts.expected !== facts.effective) return { outcome: 'refused', reason: 'changed-meanwhile' }
  return { outcome: 'changed' }
}

/** What is stored for a pass that begins now. */
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

/** How long a removed member can be brought back (D39); then they are erased. */
export const restorableForDays = 30
const dayMs = 86_400_000

/** The moment from which a removed member is erased for good. */
export function erasedFrom(removedAt: string) {
  return new Date(Date.parse(removedAt) + restorableForDays * dayMs).toISOString()
}

/** An officer erases no one in the heat of the moment, and who was removed by mistake or in bad faith is noticed first. */
const erasableAfterHours = 24

/** The moment from which an officer may erase a removed member for good. */
export function erasableFrom(removedAt: string) {
  return new Date(Date.parse(removedAt) + erasableAfterHours * 3_600_000).toISOString()
}

export type ErasureRefusal = 'not-removed' | 'too-soon'
type ErasureDecision = { outcome: 'erased' | 'unchanged' } | { outcome: 'refused'; reason: ErasureRefusal }

/** By an officer; members' own deletion of their account is immediate. */
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

/** @param facts.addressTaken whether somebody has signed up with the address since */
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
 * A member may delete their account at any time; only the last officer can't, for nobody in the app could make a new one
 * (D39).
 * @param facts.otherOfficers how many others are acting officers, counted under a lock in the same transaction (T26)
 */
export function decideDeletion(facts: { person: RoleHolder; otherOfficers: number }): DeletionDecision {
  return isLastOfficer(facts.person, facts.otherOfficers)
    ? { outcome: 'refused', reason: 'last-officer' }
    : { outcome: 'deleted' }
}
