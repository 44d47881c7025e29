import { expect, test } from 'vitest'
import { readResourcesSearch } from './resources-search.ts'

test.each([
  [{}, {}],
  [{ tab: 'documents' }, {}],
  [{ tab: 'nonsense', person: 'x' }, {}],
  [{ tab: 'exports', term: 'fall-2026' }, { tab: 'exports' }],
  [
    { tab: 'attendance', term: 'fall-2026', person: 'x' },
    { tab: 'attendance', term: 'fall-2026' },
  ],
  // A club without terms has years, which the router parses as numbers.
  [
    { tab: 'attendance', term: 2026 },
    { tab: 'attendance', term: '2026' },
  ],
  [
    { tab: 'store', line: 'l1', ask: 'owner', person: 'm1' },
    { tab: 'store', line: 'l1', ask: 'owner' },
  ],
  [{ tab: 'store', line: 'l1', ask: 'nonsense' }, { tab: 'store' }],
  [{ tab: 'audit' }, { tab: 'audit' }],
  [
    { tab: 'audit', person: 'm1', act: 'member.role', from: '2026-11-01', to: '2026-11-24', open: 'person' },
    { tab: 'audit', person: 'm1', act: 'member.role', from: '2026-11-01', to: '2026-11-24', open: 'person' },
  ],
  [{ tab: 'audit', person: '', act: '', from: '24.11.', to: '2026-02-30', open: 'window' }, { tab: 'audit' }],
])('of %j the page reads %j', (search, read) => expect(readResourcesSearch(search)).toEqual(read))
