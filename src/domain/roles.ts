/** The two roles of the specification (§6); whoever has none is a Member. */
export const roles = ['Member', 'Officer'] as const
export type Role = (typeof roles)[number]

export function isOfficer(person: { role: Role }) {
  return person.role === 'Officer'
}
