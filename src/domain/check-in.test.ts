import { expect, test } from 'vitest'
import { decideCheckIn } from './check-in.ts'
import { passNames } from './passes.ts'

const refused = (reason: string) => ({ outcome: 'refused', reason })

test.each([
  { pass: 'Carpool Range Pass', dayPasses: null, decision: { outcome: 'checked-in', usesDayPass: false } },
  // A valid pass stays, and no second one is used.
  { pass: 'Carpool Range Pass', dayPasses: 0, decision: { outcome: 'checked-in', usesDayPass: false } },
  { pass: 'none', dayPasses: 1, decision: { outcome: 'checked-in', usesDayPass: true } },
  { pass: 'none', dayPasses: 0, decision: refused('no-day-passes') },
  { pass: 'none', dayPasses: null, decision: refused('no-valid-pass') },
] as const)(
  'checks in with pass $pass and $dayPasses day passes to use: $decision',
  ({ pass, dayPasses, decision }) => {
    expect(decideCheckIn({ live: true, already: false, pass, dayPasses })).toEqual(decision)
  },
)

test('gives the reasons in this order: no practice, already checked in, no pass', () => {
  for (const pass of passNames)
    for (const dayPasses of [null, 0, 1]) {
      const facts = { pass, dayPasses }
      expect(decideCheckIn({ live: false, already: true, ...facts })).toEqual(refused('no-active-practice'))
      expect(decideCheckIn({ live: false, already: false, ...facts })).toEqual(refused('no-active-practice'))
      expect(decideCheckIn({ live: true, already: true, ...facts })).toEqual(refused('already-checked-in'))
    }
})
