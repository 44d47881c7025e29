import { expect, test } from 'vitest'
import { decideRm01, rm01Of } from './drivers.ts'

const today = '2026-11-24'
const driver = { hasCar: true, rm01Declared: false, rm01Until: null }

test.each([
  [driver, 'missing'],
  [{ ...driver, rm01Declared: true }, 'declared'],
  [{ ...driver, hasCar: false, rm01Declared: true }, 'not-needed'],
  [{ ...driver, rm01Until: '2026-11-23' }, 'ended'],
  [{ ...driver, rm01Until: '2026-11-24' }, 'ending'],
  [{ ...driver, rm01Until: '2026-12-15' }, 'ending'],
  [{ ...driver, rm01Until: '2026-12-16' }, 'approved'],
  // An approval remains after the car is gone; an expired one without a car is irrelevant.
  [{ ...driver, hasCar: false, rm01Until: '2027-05-01' }, 'approved'],
  [{ ...driver, hasCar: false, rm01Until: '2026-11-01' }, 'not-needed'],
] as const)('of %j the RM01 is %s', (facts, state) => expect(rm01Of(facts, today)).toBe(state))

test('it is approved until a day that has not passed, by who saw what stood there', () => {
  const facts = { current: null, expected: null, until: '2027-05-01', today }
  expect(decideRm01(facts)).toEqual({ outcome: 'changed' })
  expect(decideRm01({ ...facts, until: today })).toEqual({ outcome: 'changed' })
  expect(decideRm01({ ...facts, until: '2026-11-23' })).toEqual({ outcome: 'refused', reason: 'past-day' })
  expect(decideRm01({ ...facts, current: '2027-05-01' })).toEqual({ outcome: 'unchanged' })
  expect(decideRm01({ ...facts, current: '2027-01-01' })).toEqual({ outcome: 'refused', reason: 'changed-meanwhile' })
  const ended = { ...facts, current: '2026-11-01', expected: '2026-11-01' }
  expect(decideRm01({ ...ended, until: null })).toEqual({ outcome: 'changed' })
})
