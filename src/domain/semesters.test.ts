import { describe, expect, test } from 'vitest'
import { isDayOfYear, problemOfTerms, semesterOf } from './semesters.ts'

const usual = [
  { name: 'Spring', from: '01-01', to: '05-15' },
  { name: 'Summer', from: '05-16', to: '08-15' },
  { name: 'Fall', from: '08-16', to: '12-31' },
]
const withGaps = [
  { name: 'Spring', from: '01-12', to: '05-09' },
  { name: 'Fall', from: '08-24', to: '12-19' },
]
const southern = [
  { name: 'Winter term', from: '03-01', to: '09-30' },
  { name: 'Summer term', from: '10-01', to: '02-29' },
]

describe('the semester of a day', () => {
  test.each([
    ['2026-01-01', usual, 'spring-2026', 'Spring 2026'],
    ['2026-05-15', usual, 'spring-2026', 'Spring 2026'],
    ['2026-05-16', usual, 'summer-2026', 'Summer 2026'],
    ['2026-12-31', usual, 'fall-2026', 'Fall 2026'],
    ['2027-01-01', usual, 'spring-2027', 'Spring 2027'],
    ['2026-01-11', withGaps, 'after-fall-2025', 'Between Fall 2025 and Spring 2026'],
    ['2026-01-12', withGaps, 'spring-2026', 'Spring 2026'],
    ['2026-08-23', withGaps, 'after-spring-2026', 'Between Spring and Fall 2026'],
    ['2026-12-20', withGaps, 'after-fall-2026', 'Between Fall 2026 and Spring 2027'],
    ['2027-01-01', withGaps, 'after-fall-2026', 'Between Fall 2026 and Spring 2027'],
    // A term goes over New Year.
    ['2026-12-31', southern, 'summer-term-2026', 'Summer term 2026–27'],
    ['2027-01-01', southern, 'summer-term-2026', 'Summer term 2026–27'],
    ['2027-02-28', southern, 'summer-term-2026', 'Summer term 2026–27'],
    ['2028-02-29', southern, 'summer-term-2027', 'Summer term 2027–28'],
    ['2027-03-01', southern, 'winter-term-2027', 'Winter term 2027'],
    // A club without terms, and one with a single one.
    ['2026-07-01', [], '2026', '2026'],
    ['2026-07-01', withGaps.slice(1), 'after-fall-2025', 'Between Fall 2025 and Fall 2026'],
    // In any order.
    ['2026-08-23', withGaps.toReversed(), 'after-spring-2026', 'Between Spring and Fall 2026'],
  ])('%s, with the terms %j, is in %s, %s', (day, terms, key, name) => {
    expect(semesterOf(day, terms)).toEqual({ key, name })
  })

  test('is there for every day, and never comes twice: going on in time, a semester that is left does not return', () => {
    const dayOf = (n: number) => new Date(Date.UTC(2020, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)
    for (const terms of [usual, withGaps, southern, []]) {
      const keys = Array.from({ length: 8 * 366 }, (_, n) => semesterOf(dayOf(n), terms).key)
      const runs = keys.filter((key, i) => key !== keys[i - 1])
      expect(new Set(runs).size).toBe(runs.length)
    }
  })
})

describe('terms', () => {
  test.each([[usual], [withGaps], [southern], [[]]])('%j are fine', (terms) => expect(problemOfTerms(terms)).toBeNull())

  test.each([
    [{ name: 'Break', from: '05-15', to: '05-15' }, 'should not overlap "Spring"'],
    [{ name: 'Winter', from: '12-19', to: '01-05' }, 'should not overlap "Fall"'],
    [{ name: 'Year', from: '01-01', to: '12-31' }, 'should not overlap "Spring"'],
    [{ name: ' fall!', from: '06-01', to: '06-02' }, 'should have a different name from "Fall"'],
  ])('beside the usual ones, %j has its problem', (term, problem) => {
    const terms = [{ name: 'Spring', from: '01-12', to: '05-15' }, { name: 'Fall', from: '08-24', to: '12-19' }, term]
    expect(problemOfTerms(terms)).toEqual({ index: 2, problem })
  })

  test('may be a single day, and overlap one over New Year on either side of it', () => {
    const day = (name: string, on: string) => ({ name, from: on, to: on })
    const winter = { name: 'Winter', from: '12-19', to: '01-05' }
    expect(problemOfTerms([day('One', '01-10'), day('Two', '06-01')])).toBeNull()
    for (const on of ['12-31', '01-01']) expect(problemOfTerms([winter, day('Day', on)])).toMatchObject({ index: 1 })
  })
})

test.each([
  ['01-01', true],
  ['02-29', true],
  ['12-31', true],
  ['04-31', false],
  ['00-10', false],
  ['1-1', false],
  ['', false],
])('%s as a day of the year: %s', (text, right) => expect(isDayOfYear(text)).toBe(right))
