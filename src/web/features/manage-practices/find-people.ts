import type { MemberRow } from '#contract/members.ts'
import { normalizeText } from '#domain/clean-text.ts'
import { checkEmail } from '#domain/email.ts'
import { sortByMatch } from '#web/lib/match-words.ts'

export type Person = Pick<
  MemberRow,
  'id' | 'name' | 'email' | 'pictureUrl' | 'pass' | 'dayPasses' | 'paidPractices' | 'attended'
>

/** As many as can be scanned at a glance; typing more narrows the list. */
const mostShown = 6

/**
 * Members that match: each word must appear in the name or email, ignoring case and accents. Names that begin with what is
 * typed come first.
 * @param options.without ids already on the list
 * @param options.first ids of those who are the most likely
 * @returns the first few, and how many more there are
 */
export function findPeople(people: Person[], typed: string, { without, first }: FindOptions = {}) {
  const words = normalizeText(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return { found: [], more: 0 }
  const matching = people.filter(({ id, name, email }) => {
    const text = `${normalizeText(name)} ${email}`
    return !without?.has(id) && words.every((word) => text.includes(word))
  })
  const ranked = sortByMatch(matching, typed, ({ name }) => name)
  const sorted = [...ranked.filter(({ id }) => first?.has(id)), ...ranked.filter(({ id }) => !first?.has(id))]
  return { found: sorted.slice(0, mostShown), more: Math.max(0, sorted.length - mostShown) }
}

type FindOptions = { without?: ReadonlySet<string>; first?: ReadonlySet<string> }

/** The typed text as an email, if it is a valid one that no member has; else null. */
export function newEmailIn(people: Person[], typed: string, domain: string): string | null {
  const checked = checkEmail(typed, domain)
  if (checked.outcome === 'refused' || people.some(({ email }) => email === checked.email)) return null
  return checked.email
}
