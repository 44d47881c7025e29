import type { MemberRow } from '#contract/members.ts'
import { checkEmail } from '#domain/email.ts'
import { normalizeText } from '#web/lib/collate.ts'

export type Person = Pick<MemberRow, 'id' | 'name' | 'email' | 'pictureUrl' | 'pass'>

/** As many as can be told apart at a glance; more letters find fewer. */
const mostShown = 6

/**
 * Whom an officer may mean: each word is in the name or the address, whatever its case and accents.
 * @param without those who are on the list already
 */
export function findPeople(people: Person[], typed: string, without: ReadonlySet<string>): Person[] {
  const words = normalizeText(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return people
    .filter(({ id, name, email }) => {
      const text = `${normalizeText(name)} ${email}`
      return !without.has(id) && words.every((word) => text.includes(word))
    })
    .slice(0, mostShown)
}

/** The address that was typed, where nobody has it yet and it could be somebody's. */
export function newEmailIn(people: Person[], typed: string, domain: string): string | null {
  const checked = checkEmail(typed, domain)
  if (checked.outcome === 'refused' || people.some(({ email }) => email === checked.email)) return null
  return checked.email
}
