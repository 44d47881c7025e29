/** The roles; a member without one is a Member. */
export const roles = ['Member', 'Officer'] as const
export type Role = (typeof roles)[number]

export function isOfficer(person: { role: Role }) {
  return person.role === 'Officer'
}

/**
 * Who may become or stop being an officer. A club that has had an officer must keep at least one who can act, because
 * no one in the app could make a new one.
 */
export type RoleHolder = { role: Role; verified: boolean; removed: boolean }

export type RoleRefusal = 'removed' | 'unverified' | 'last-officer'
type RoleDecision = { outcome: 'changed' } | { outcome: 'unchanged' } | { outcome: 'refused'; reason: RoleRefusal }

/** An officer who can log in and act: verified and not removed. */
export function isActingOfficer(person: RoleHolder) {
  return isOfficer(person) && person.verified && !person.removed
}

/**
 * Whether the club would be left without an officer if this person stopped being one: by a role change, a removal, or
 * deleting their own account.
 * @param otherOfficers how many other officers can act, counted under a lock in the same transaction (T26)
 */
export function isLastOfficer(person: RoleHolder, otherOfficers: number) {
  return isActingOfficer(person) && otherOfficers === 0
}

/**
 * Officers must be verified and not removed; the last one can't step down. Setting the current role again changes
 * nothing.
 */
export function decideRole(facts: { person: RoleHolder; role: Role; otherOfficers: number }): RoleDecision {
  const { person, role, otherOfficers } = facts
  if (role === 'Officer') {
    if (person.removed) return { outcome: 'refused', reason: 'removed' }
    if (!person.verified) return { outcome: 'refused', reason: 'unverified' }
  } else if (isLastOfficer(person, otherOfficers)) {
    return { outcome: 'refused', reason: 'last-officer' }
  }
  return { outcome: person.role === role ? 'unchanged' : 'changed' }
}
