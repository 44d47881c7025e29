import { expect, test } from 'vitest'
import { checkInModeOf, decideCheckIn } from './check-in.ts'
import { passNames } from './passes.ts'

const tap = { mode: 'tap', code: null } as const
const refused = (reason: string) => ({ outcome: 'refused', reason })

test.each([
  { pass: 'Carpool Range Pass', dayPasses: null, decision: { outcome: 'checked-in', usesDayPass: false, late: false } },
  // A valid pass stays, and no second one is used.
  { pass: 'Carpool Range Pass', dayPasses: 0, decision: { outcome: 'checked-in', usesDayPass: false, late: false } },
  { pass: 'none', dayPasses: 1, decision: { outcome: 'checked-in', usesDayPass: true, late: false } },
  { pass: 'none', dayPasses: 0, decision: refused('no-day-passes') },
  { pass: 'none', dayPasses: null, decision: refused('no-valid-pass') },
] as const)(
  'checks in with pass $pass and $dayPasses day passes to use: $decision',
  ({ pass, dayPasses, decision }) => {
    expect(decideCheckIn({ ...tap, live: true, already: false, pass, dayPasses })).toEqual(decision)
  },
)

test('gives the reasons in this order: no practice, already checked in, no pass', () => {
  for (const pass of passNames)
    for (const dayPasses of [null, 0, 1]) {
      const facts = { ...tap, pass, dayPasses }
      expect(decideCheckIn({ live: false, already: true, ...facts })).toEqual(refused('no-active-practice'))
      expect(decideCheckIn({ live: false, already: false, ...facts })).toEqual(refused('no-active-practice'))
      expect(decideCheckIn({ live: true, already: true, ...facts })).toEqual(refused('already-checked-in'))
    }
})

test.each([
  { mode: 'tap', code: null, outcome: 'on time' },
  // A practice that needs none takes no notice of one.
  { mode: 'tap', code: 'wrong', outcome: 'on time' },
  { mode: 'tap', code: 'late', outcome: 'on time' },
  { mode: 'code', code: null, outcome: 'code-missing' },
  { mode: 'code', code: 'wrong', outcome: 'code-wrong' },
  { mode: 'code', code: 'good', outcome: 'on time' },
  { mode: 'code', code: 'late', outcome: 'late' },
  { mode: 'officer', code: null, outcome: 'officer-checks-in' },
  { mode: 'officer', code: 'good', outcome: 'officer-checks-in' },
] as const)('in mode $mode with the code $code: $outcome', ({ outcome, ...facts }) => {
  for (const [pass, dayPasses] of [['Day Pass', null] as const, ['none', 1] as const]) {
    const decision = decideCheckIn({ live: true, already: false, pass, dayPasses, ...facts })
    const said = decision.outcome === 'refused' ? decision.reason : decision.late ? 'late' : 'on time'
    expect(said).toBe(outcome)
  }
})

test('a practice without a mode is one with a tap', () => {
  expect([null, 'code' as const].map((checkInMode) => checkInModeOf({ checkInMode }))).toEqual(['tap', 'code'])
})
