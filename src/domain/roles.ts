/** The two roles of the specification (§6); whoever has none is a Member. */
export const roles = ['Member', 'Officer'] as const
export type Role = (typeof roles)[number]

export function isOfficer(person: { role: Role }) {
  return person.role === 'Officer'
}

/**
 * Who may become or stop being an officer (D16, D39). A club that has had an officer keeps at least one who can act: nobody
 * in the app could make a new one.
 */
export type RoleHolder = { role: Role; verified: boolean; removed: boolean }

export type RoleRefusal = 'removed' | 'unverified' | 'last-officer'
type RoleDecision = { outcome: 'changed' } | { outcome: 'unchanged' } | { outcome: 'refused'; reason: RoleRefusal }

/** An officer who can sign in and act: verified and not removed. */
export function isActingOfficer(person: RoleHolder) {
  return isOfficer(person) && person.verified && !person.removed
}

/**
 * Whether the club would be without an officer if this person stopped being one: by a change of role, a removal, or by
 * deleting their own account.
 * @param otherOfficers how many others are acting officers, counted under a lock in the same transaction (T26)
 */
export function isLastOfficer(person: RoleHolder, otherOfficers: number) {
  return isActingOfficer(person) && otherOfficers === 0
}

/** Officers are verified members who are present; the last one stays (D39). A role that is held already is no refusal. */
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
