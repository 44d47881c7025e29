import { expect, test } from 'vitest'
import type { MemberRow } from '#contract/members.ts'
import { readMembersSearch } from '#web/addresses/members-search.ts'
import { countByFilter, findMembers, indexMembers, type Selection, sortMembers } from './select-members.ts'

const selectMembers = (members: MemberRow[], selection: Selection) =>
  findMembers(sortMembers(indexMembers(members), selection), selection)

const driver = { hasCar: false, rm01: 'not-needed', rm01Declared: false }
const numbers = { dayPasses: 0, paidPractices: 0, attended: 0 }
function member(name: string, facts: Partial<MemberRow>) {
  const email = `${name.slice(0, 3).toLowerCase()}@purdue.edu`
  return { id: name, name, email, role: 'Member', ...driver, ...numbers, ...facts } as MemberRow
}

const ana = member('Ana López', { paidPractices: 3, attended: 5, dayPasses: 1 })
const ben = member('Ben Nakamura', { hasCar: true, rm01: 'missing', attended: 2, paidPractices: 2, role: 'Officer' })
const cas = member('Cas Olsen', { hasCar: true, rm01Declared: true, rm01: 'ending', dayPasses: 12 })
const all = [ana, ben, cas]
const everybody: Selection = { q: '', filter: 'all', bow: 'all', equipment: 'all', sort: 'name', descending: false }
const names = (selection: Partial<Selection>) =>
  selectMembers(all, { ...everybody, ...selection }).map(({ name }) => name[0])

// What search and filters find is shown by test/e2e/members-list.e2e.ts.
test('each word is looked for alone, and the filters count the people they show', () => {
  expect(names({ q: 'NAKA ben' })).toEqual(['B'])
  expect(names({ q: 'ana ben' })).toEqual([])
  expect(names({ filter: 'rm01-ending' })).toEqual(['C'])
  const ones = { outstanding: 1, 'no-rm01': 1, 'rm01-ending': 1, officers: 1, 'never-came': 1 }
  expect(countByFilter(all)).toEqual({ all: 3, ...ones })
})

test('numbers are sorted as numbers, and equal ones by name', () => {
  expect(names({ sort: 'day-passes' })).toEqual(['B', 'A', 'C'])
  expect(names({ sort: 'balance' })).toEqual(['A', 'B', 'C'])
  expect(names({ sort: 'balance', descending: true })).toEqual(['B', 'C', 'A'])
  expect(names({ sort: 'name', descending: true })).toEqual(['C', 'B', 'A'])
})

test('an address says what it knows, and nothing else', () => {
  const read = { filter: 'officers', sort: 'balance', dir: 'desc' }
  expect(readMembersSearch({ q: 42, ...read })).toEqual({ q: '42', ...read })
  expect(readMembersSearch({ bow: 'undecided', equipment: 'No' })).toEqual({ bow: 'undecided', equipment: 'No' })
  const usual = { q: '', filter: 'all', sort: 'name', dir: 'asc', bow: 'all', equipment: 'all' }
  expect(readMembersSearch({ ...usual, open: 'remove', over: 'member' })).toEqual({})
  const odd = { filter: 'x', sort: {}, open: 'x', over: 'member', member: 'm1' }
  expect(readMembersSearch(odd)).toEqual({ member: 'm1' })
  const question = { open: 'remove', over: 'member', member: 'm1' }
  expect(readMembersSearch(question)).toEqual(question)
})
