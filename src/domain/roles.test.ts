import { expect, test } from 'vitest'
import { isOfficer, roles } from './roles.ts'

// Shows: 3.3, 6.1, 9.27
test('of the two roles one is the officer’s', () => {
  expect(roles).toEqual(['Member', 'Officer'])
  expect(roles.map((role) => isOfficer({ role }))).toEqual([false, true])
})
