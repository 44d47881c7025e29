import { expect, test } from 'vitest'
import { findPeople, newEmailIn, type Person } from './find-people.ts'

const person = (name: string): Person => ({
  id: name,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@purdue.edu`,
  pictureUrl: '',
  pass: 'none',
  dayPasses: 0,
  paidPractices: 0,
  attended: 0,
})
const people = ['Ana López', 'Ben Nakamura', 'Benita Lopez'].map((name) => person(name))
const found = (typed: string, without: string[] = []) =>
  findPeople(people, typed, { without: new Set(without) }).found.map(({ name }) => name)

test('a person is found by any words of name or address, and not twice on one list', () => {
  expect(found('lopez')).toEqual(['Ana López', 'Benita Lopez'])
  expect(found('LOP ben')).toEqual(['Benita Lopez'])
  expect(found('ana@')).toEqual(['Ana López'])
  expect(found('lopez', ['Ana López'])).toEqual(['Benita Lopez'])
  expect(found('  ')).toEqual([])
})

test('an address without an account can be listed, once it is whole and the club’s', () => {
  expect(newEmailIn(people, ' Noor@Purdue.edu ', 'purdue.edu')).toBe('noor@purdue.edu')
  for (const typed of ['noor', 'noor@', 'noor@gmail.com', 'ana@purdue.edu'])
    expect(newEmailIn(people, typed, 'purdue.edu')).toBe(null)
})
