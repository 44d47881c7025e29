import { expect, test } from 'vitest'
import { decideRole, isLastOfficer, type RoleHolder } from './roles.ts'

const member: RoleHolder = { role: 'Member', verified: true, removed: false }
const officer: RoleHolder = { ...member, role: 'Officer' }

test.each<[person: string, holder: RoleHolder, role: RoleHolder['role'], otherOfficers: number, expected: string]>([
  ['a verified member of a club without officers may become one', member, 'Officer', 0, 'changed'],
  ['a verified member of a club with officers may become one', member, 'Officer', 7, 'changed'],
  ['an officer stays one', officer, 'Officer', 0, 'unchanged'],
  ['an unverified member may not become one', { ...member, verified: false }, 'Officer', 0, 'unverified'],
  ['an unverified officer may not either', { ...officer, verified: false }, 'Officer', 0, 'unverified'],
  ['a removed member may not', { ...member, removed: true }, 'Officer', 0, 'removed'],
  ['a removed officer may not', { ...officer, removed: true }, 'Officer', 0, 'removed'],
  ['an officer beside another may stop being one', officer, 'Member', 1, 'changed'],
  ['the last officer may not', officer, 'Member', 0, 'last-officer'],
  ['a member stays one, even without any officer', member, 'Member', 0, 'unchanged'],
  ['a removed officer is not the last one', { ...officer, removed: true }, 'Member', 0, 'changed'],
  ['an unverified officer is not the last one', { ...officer, verified: false }, 'Member', 0, 'changed'],
])('%s', (_, person, role, otherOfficers, expected) => {
  const decision = decideRole({ person, role, otherOfficers })
  expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(expected)
})

test('the last officer is known before a removal too', () => {
  expect(isLastOfficer(officer, 0)).toBe(true)
  expect(isLastOfficer(officer, 1)).toBe(false)
  expect(isLastOfficer(member, 0)).toBe(false)
})
