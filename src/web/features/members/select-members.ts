import type { MemberRow } from '#contract/members.ts'
import { normalizeText } from '#domain/clean-text.ts'
import { practiceBalance } from '#domain/ledger.ts'
import {
  type BowFilter,
  type EquipmentFilter,
  filters,
  type MemberFilter,
  type SortColumn,
} from '#web/addresses/members-search.ts'
import { compareText } from '#web/lib/collate.ts'

/** Search, filters and order of an officer's list, applied in the browser so that typing responds immediately. */
export type Selection = {
  q: string
  filter: MemberFilter
  bow: BowFilter
  equipment: EquipmentFilter
  sort: SortColumn
  descending: boolean
}
type Filters = Pick<Selection, 'q'> & Partial<Pick<Selection, 'filter' | 'bow' | 'equipment'>>

const passes: Record<MemberFilter, (member: MemberRow) => boolean> = {
  all: () => true,
  outstanding: (member) => practiceBalance(member) < 0,
  // Members without a car don't drive others and need no RM01.
  'no-rm01': ({ rm01 }) => rm01 === 'missing' || rm01 === 'ended',
  'rm01-ending': ({ rm01 }) => rm01 === 'ending',
  officers: (member) => member.role === 'Officer',
  'never-came': (member) => member.attended === 0,
}

export type IndexedMember = { member: MemberRow; name: string; text: string }

/** Search index, built once per list. */
export function indexMembers(members: MemberRow[]): IndexedMember[] {
  return members.map((member) => {
    const name = normalizeText(member.name)
    return { member, name, text: `${name} ${member.email}` }
  })
}

const keys: Record<SortColumn, (entry: IndexedMember) => string | number> = {
  name: ({ name }) => name,
  email: ({ member }) => member.email,
  attended: ({ member }) => member.attended,
  'day-passes': ({ member }) => member.dayPasses,
  balance: ({ member }) => practiceBalance(member),
  pass: ({ member }) => member.pass,
  role: ({ member }) => member.role,
}

/** Sorts the whole list, so a keystroke only has to filter. @param index in order of name */
export function sortMembers(index: IndexedMember[], { sort, descending }: Pick<Selection, 'sort' | 'descending'>) {
  return compareText(index, keys[sort], descending)
}

/** @param index in the order of the result */
export function findMembers(
  index: IndexedMember[],
  { q, filter = 'all', bow = 'all', equipment = 'all' }: Filters,
): MemberRow[] {
  const words = normalizeText(q).split(/\s+/).filter(Boolean)
  const found: MemberRow[] = []
  for (const { member, text } of index)
    if (
      words.every((word) => text.includes(word)) &&
      passes[filter](member) &&
      (bow === 'all' || member.bowType === bow) &&
      (equipment === 'all' || member.personalEquipment === equipment)
    )
      found.push(member)
  return found
}

export function countByFilter(members: MemberRow[]) {
  return Object.fromEntries(filters.map((filter) => [filter, members.filter(passes[filter]).length])) as Record<
    MemberFilter,
    number
  >
}
