import { expect, test } from 'vitest'
import { readResourcesSearch } from './resources-search.ts'

const audit = 'tab=audit&person=m1&act=member.role&from=2026-11-01&to=2026-11-24&open=person'

test.each([
  ['', ''],
  ['tab=nonsense&person=x', ''],
  ['tab=attendance&term=fall-2026&person=x', 'tab=attendance&term=fall-2026'],
  ['tab=store&line=l1&ask=owner&person=m1', 'tab=store&line=l1&ask=owner'],
  ['tab=store&part=history&show=dismissed&q=bow', 'tab=store&part=history&show=dismissed&q=bow'],
  [audit, audit],
  ['tab=audit&person=&act=&from=24.11.&to=2026-02-30&open=window', 'tab=audit'],
])('of the address ?%s the page reads “%s”', (address, read) => {
  const search = readResourcesSearch(Object.fromEntries(new URLSearchParams(address)))
  expect(search).toEqual(Object.fromEntries(new URLSearchParams(read)))
})

test('a club without terms has years, which the router parses as numbers', () => {
  expect(readResourcesSearch({ tab: 'attendance', term: 2026 })).toEqual({ tab: 'attendance', term: '2026' })
})
