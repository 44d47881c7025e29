/** First and last name joined and trimmed (D17); empty before the welcome wizard is done. */
export function displayName(person: { nameFirst: string; nameLast: string }) {
  return `${person.nameFirst} ${person.nameLast}`.trim()
}
