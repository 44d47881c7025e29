import { fileNameOf } from './file-names.ts'
import { isLastOfficer, type RoleHolder } from './officers.ts'

export type DeletionRefusal = 'last-officer'
export type DeletionDecision = { outcome: 'deleted' } | { outcome: 'refused'; reason: DeletionRefusal }

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

/** `archery-club-my-data-2026-11-24.json`. @param day the club's current day */
export function ownDataFileName(clubName: string, day: string) {
  return `${fileNameOf(clubName)}-my-data-${day}.json`
}
