import { expect, test } from 'vitest'
import { decideCheckIn } from './check-in.ts'
import { passNames } from './passes.ts'

const refused = (reason: string) => ({ outcome: 'refused', reason })

test.each(['Day Pass', 'Carpool Range Pass'] as const)('a %s checks in to the live practice', (pass) => {
  expect(decideCheckIn({ live: true, already: false, pass })).toEqual({ outcome: 'checked-in' })
})

test('a check-in needs a pass', () => {
  expect(decideCheckIn({ live: true, already: false, pass: 'none' })).toEqual(refused('no-valid-pass'))
})

test('the reasons come in the order no practice, already checked in, no valid pass', () => {
  for (const pass of passNames) {
    expect(decideCheckIn({ live: false, already: true, pass })).toEqual(refused('no-active-practice'))
    expect(decideCheckIn({ live: false, already: false, pass })).toEqual(refused('no-active-practice'))
    expect(decideCheckIn({ live: true, already: true, pass })).toEqual(refused('already-checked-in'))
  }
})
