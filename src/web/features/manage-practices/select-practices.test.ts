import { expect, test } from 'vitest'
import type { ManagedPractice } from '#contract/manage-practices.ts'
import { readManagePracticesSearch } from '#web/addresses/manage-practices-search.ts'
import { indexPractices, type Selection, selectPractices } from './select-practices.ts'

const practice = (title: string, startsOn: string, facts: Partial<ManagedPractice> = {}) =>
  ({
    id: title,
    title,
    startsAt: `${startsOn}T23:00:00.000Z`,
    endsAt: `${startsOn}T23:45:00.000Z`,
    startsOn,
    lastOn: startsOn,
    attendanceLimit: null,
    ...facts,
  }) as ManagedPractice

const a = practice('Àlvarez Cup', '2026-11-24', { attendanceLimit: 20 })
const b = practice('Beginners', '2026-11-05', { endsAt: '2026-11-06T01:00:00.000Z' })
const c = practice('Cold practice', '2026-02-24', { attendanceLimit: 3 })
const index = indexPractices([a, b, c])
const found = (selection: Partial<Selection>) =>
  selectPractices(index, { q: '', sort: 'date', descending: true, ...selection })
    .map(({ title }) => title.at(0))
    .join('')

test('a date is found as people write it', () => {
  for (const q of ['november 24', '24 nov', '11/24', '11/24/2026', 'Tue, Nov 24', 'Nov 24th', 'cup nov'])
    expect([q, found({ q })]).toEqual([q, 'À'])
  expect(found({ q: 'thu' })).toBe('B')
  expect(found({ q: '2026-11' })).toBe('ÀB')
  expect(found({ q: '24' })).toBe('ÀC')
})

test('no limit is more than any', () => expect(found({ sort: 'limit' })).toBe('BÀC'))

test.each([
  ['q=24&sort=name&dir=desc&practice=p&list=carpool', 'q=24&sort=name&dir=desc&practice=p&list=carpool'],
  ['q=&sort=date&dir=desc&list=attendees', ''],
  ['sort=limit&dir=desc&practice=p&list=x&ask=x', 'sort=limit&practice=p'],
  ['ask=new&practice=p', 'ask=new'],
  ['ask=edit', ''],
  ['practice=p&list=attendees&ask=remove&member=m', 'practice=p&list=attendees&ask=remove&member=m'],
  ['practice=p&list=attendees&ask=erase&member=g', 'practice=p&list=attendees&ask=erase&member=g'],
  ['practice=p&list=carpool&ask=remove&member=m', 'practice=p&list=carpool'],
])('of the address ?%s the page reads “%s”', (address, read) => {
  const search = readManagePracticesSearch(Object.fromEntries(new URLSearchParams(address)))
  expect(search).toEqual(Object.fromEntries(new URLSearchParams(read)))
})

test('a search for a number is a text', () => expect(readManagePracticesSearch({ q: 24 })).toEqual({ q: '24' }))
