import type { MemberRow } from '#contract/members.ts'
import { checkEmail } from '#domain/email.ts'
import { normalizeText } from '#web/lib/collate.ts'

export type Person = Pick<MemberRow, 'id' | 'name' | 'email' | 'pictureUrl' | 'pass'>

/** As many as can be scanned at a glance; typing more narrows the list. */
const mostShown = 6

/**
 * Members that match: each word must appear in the name or email, ignoring case and accents.
 * @param without ids already on the list
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

/** The typed text as an email, if it is a valid one that no member has; else null. */
export function newEmailIn(people: Person[], typed: string, domain: string): string | null {
  const checked = checkEmail(typed, domain)
  if (checked.outcome === 'refused' || people.some(({ email }) => email === checked.email)) return null
  return checked.email
}
