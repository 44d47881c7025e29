import { describe, expect, test } from 'vitest'
import { filterHistory } from './history-filter.ts'

const mine = { checkedInBy: 'me' as const, officer: null, reason: '' }
const practice = (id: string, title: string, startsOn: string, more: object = {}) => {
  const checkedInAt = `${startsOn}T23:00:00.000Z`
  return { id, title, startsOn, checkedInAt, ...mine, ...more }
}
const fall = [practice('a', 'Tuesday practice', '2026-11-24'), practice('b', 'Käse und Bögen', '2026-09-01')]
const byKai = { officer: 'Kai Tanaka', reason: 'Forgot the pass' }
const spring = [practice('c', 'Tuesday practice', '2026-02-03', byKai)]
const semesters = [
  { key: 'fall-2026', name: 'Fall 2026', attended: 2, practices: fall },
  { key: 'spring-2026', name: 'Spring 2026', attended: 1, practices: spring },
]
const found = (text: string) =>
  filterHistory(semesters, { text, term: '' }, ({ startsOn }) => (startsOn === '2026-11-24' ? 'Tue, Nov 24' : startsOn))
    .flatMap(({ practices }) => practices)
    .map(({ id }) => id)
    .join('')

describe('the filter of the history', () => {
  test.each([
    ['', 'abc'],
    ['TUE prac', 'ac'],
    ['bogen kase', 'b'],
    ['Nov 24', 'a'],
    ['2026-02', 'c'],
    ['tanaka', 'c'],
    ['forgot', 'c'],
  ])('by %j leaves %j', (text, ids) => expect(found(text)).toBe(ids))

  test('leaves no semester without practices', () => {
    expect(filterHistory(semesters, { text: 'kase', term: '' }, () => '').map(({ key }) => key)).toEqual(['fall-2026'])
  })
})
