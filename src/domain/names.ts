/** First and last name joined and trimmed (D17); empty before the welcome wizard is done. */
export function displayName(person: { nameFirst: string; nameLast: string }) {
  return `${person.nameFirst} ${person.nameLast}`.trim()
}

/** Who stands in the place of somebody whose account was deleted: their attendance goes on counting (D39). */
export const formerMember = 'Former member'
