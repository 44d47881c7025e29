import { expect, test } from 'vitest'
import { decideWelcome } from './profile.ts'

test('the wizard is open until it has been finished', () => {
  expect(decideWelcome({ hasLoggedIn: false })).toEqual({ outcome: 'open' })
  expect(decideWelcome({ hasLoggedIn: true })).toEqual({ outcome: 'refused', reason: 'already-finished' })
})
