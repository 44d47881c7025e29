import { expect, test } from 'vitest'
import { ownDataFileName } from './export-files.ts'
import { decideDeletion, decideErasure } from './members.ts'

const officer = { role: 'Officer', verified: true, removed: false } as const

test.each([
  ['a member', { ...officer, role: 'Member' }, 0, 'deleted'],
  ['an officer beside another', officer, 1, 'deleted'],
  ['the last officer', officer, 0, 'last-officer'],
  ['an officer by name who can’t act', { ...officer, verified: false }, 0, 'deleted'],
] as const)('%s who wants to delete the account: %o, %i others', (_, person, otherOfficers, expected) => {
  const decision = decideDeletion({ person, otherOfficers })
  expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(expected)
})

test.each([
  ['erased', {}],
  ['too-soon', { now: '2026-11-02T11:59:59.999Z' }],
  ['not-removed', { removedAt: null }],
  ['unchanged', { removedAt: null, erasedAt: '2026-11-02T12:00:00.000Z' }],
])('an officer’s erasure of a member, a day after the removal: %s, %o', (expected, facts) => {
  const usual = { removedAt: '2026-11-01T12:00:00.000Z', erasedAt: null, now: '2026-11-02T12:00:00.000Z' }
  const decision = decideErasure({ ...usual, ...facts })
  expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(expected)
})

test.each([
  ['Archery Club', 'archery-club-my-data-2026-11-24.json'],
  ['  Boilermakers’ “Bows” & Arrows / 2026 ', 'boilermakers-bows-arrows-2026-my-data-2026-11-24.json'],
  ['Société à l’arc', 'societe-a-l-arc-my-data-2026-11-24.json'],
  ['弓道部', 'club-my-data-2026-11-24.json'],
])('the file of what is held is named after the club: %s', (club, name) => {
  expect(ownDataFileName(club, '2026-11-24')).toBe(name)
})
