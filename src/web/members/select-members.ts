import type { MemberRow } from '#contract/members.ts'
import { practiceBalance } from '#domain/ledger.ts'
import { filters, type MemberFilter, type SortColumn } from './members-search.ts'

/** Which of the members an officer looks at, and in which order; all of it here, so that a key is answered at once. */
export type Selection = { q: string; filter: MemberFilter; sort: SortColumn; descending: boolean }

const passes: Record<MemberFilter, (member: MemberRow) => boolean> = {
  all: () => true,
  outstanding: (member) => practiceBalance(member) < 0,
  // Who has no car drives nobody, and needs none.
  'no-rm01': ({ rm01 }) => rm01 === 'missing' || rm01 === 'ended',
  'rm01-ending': ({ rm01 }) => rm01 === 'ending',
  officers: (member) => member.role === 'Officer',
  'never-came': (member) => member.attended === 0,
}

const keys: Record<SortColumn, (member: MemberRow) => string | number> = {
  name: (member) => folded(member.name),
  email: (member) => member.email,
  attended: (member) => member.attended,
  'day-passes': (member) => member.dayPasses,
  remaining: practiceBalance,
  pass: (member) => member.pass,
  role: (member) => member.role,
}

/** @param members by name, as the server lists them: whoever is equal stays in that order */
export function selectMembers(members: MemberRow[], { q, filter, sort, descending }: Selection) {
  const words = folded(q).split(/\s+/).filter(Boolean)
  const found = members.filter((member) => {
    const text = `${folded(member.name)} ${member.email}`
    return passes[filter](member) && words.every((word) => text.includes(word))
  })
  const key = keys[sort]
  const order = (a: MemberRow, b: MemberRow) => compare(key(a), key(b))
  return found.toSorted(descending ? (a, b) => order(b, a) : order)
}

export function countByFilter(members: MemberRow[]) {
  return Object.fromEntries(filters.map((filter) => [filter, members.filter(passes[filter]).length])) as Record<
    MemberFilter,
    number
  >
}

/** `José` is found by `jose`. */
function folded(text: string) {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

function compare(a: string | number, b: string | number) {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), 'en')
}
