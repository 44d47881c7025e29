/** First and last name joined and trimmed (D17); empty before the welcome wizard is done. */
export function displayName(person: { nameFirst: string; nameLast: string }) {
  return `${person.nameFirst} ${person.nameLast}`.trim()
}

/** Who stands in the place of somebody whose account was deleted: their attendance goes on counting (D39). */
export const formerMember = 'Former member'

/**
 * The same where several of them have to be told apart, as in the books: a pseudonym that is made of the id and of nothing
 * that was ever known about the person.
 */
export function pseudonymOf(id: string) {
  return `${formerMember} ${id
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, 6)
    .toLowerCase()}`
}
