import { expect, test } from 'vitest'
import { findPeople, newEmailIn, type Person } from './find-people.ts'

const person = (name: string, pass: Person['pass'] = 'none'): Person => ({
  id: name,
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@purdue.edu`,
  pictureUrl: '',
  pass,
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

test('a screenful is shown, and how many more there are', () => {
  const many = Array.from({ length: 20 }, (_, i) => person(`Sam Number${i}`))
  expect(findPeople(many, 'sam')).toMatchObject({ found: { length: 6 }, more: 14 })
  expect(findPeople(many.slice(0, 6), 'sam').more).toBe(0)
})

test('the likely ones come first, then names that begin with what is typed', () => {
  const some = ['Aisha Rahman', 'Emma Lee', 'Malik Reed', 'Maya Okafor', 'Omar Diaz'].map((name) => person(name))
  const names = (first: string[]) =>
    findPeople(some, 'ma', { first: new Set(first) }).found.map(({ name }) => name.split(' ')[0])
  expect(names([])).toEqual(['Maya', 'Malik', 'Aisha', 'Emma', 'Omar'])
  expect(names(['Omar Diaz', 'Malik Reed'])).toEqual(['Malik', 'Omar', 'Maya', 'Aisha', 'Emma'])
})

test('an address without an account can be listed, once it is whole and the club’s', () => {
  expect(newEmailIn(people, ' Noor@Purdue.edu ', 'purdue.edu')).toBe('noor@purdue.edu')
  for (const typed of ['noor', 'noor@', 'noor@gmail.com', 'ana@purdue.edu'])
    expect(newEmailIn(people, typed, 'purdue.edu')).toBe(null)
})
