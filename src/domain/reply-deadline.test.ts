import { expect, test } from 'vitest'
import { decideDeadline, decideLateWithdrawal, hoursBefore, isLate, replyBy } from './reply-deadline.ts'

const startsAt = '2026-11-24T23:00:00.000Z'
const noon = '2026-11-24T12:00:00.000Z'
const later = '2026-11-24T12:00:00.001Z'

test.each<[own: number | null, club: number, by: string | null]>([
  [null, 0, null],
  [null, 11, noon],
  // Zero hours of its own: none, although the club has one.
  [0, 11, null],
  [11, 48, noon],
  [168, 0, '2026-11-17T23:00:00.000Z'],
])('with %j hours of its own and %j of the club, one replies by %j', (replyDeadlineHours, club, by) => {
  expect(replyBy({ startsAt, replyDeadlineHours }, club)).toBe(by)
})

test('a deadline is exact hours, also across a change of the clock', () => {
  expect(hoursBefore({ startsAt: '2026-11-01T23:00:00.000Z' }, 24)).toBe('2026-10-31T23:00:00.000Z')
})

test('the very moment is on time; without a deadline everything is', () => {
  expect([isLate(noon, noon), isLate(later, noon), isLate(later, null)]).toEqual([false, true, false])
})

const spot = { waiting: null }
const third = { waiting: 3 }
test.each<[what: string, facts: Partial<Parameters<typeof decideLateWithdrawal>[0]>, kind: string | null]>([
  ['clears a spot', {}, 'spot'],
  ["says they can't come", { answer: 'cant-come' }, 'spot'],
  ['leaves the waitlist', { before: third }, 'waitlist'],
  ['gives up nothing', { before: undefined, answer: 'cant-come' }, null],
  ['changes to driver', { answer: 'driver' }, null],
  ['is on time', { now: noon }, null],
  ['has no deadline', { by: null }, null],
  ['leaves what is canceled', { cancelledAt: noon }, null],
])('who %s withdraws late from %j', (_what, facts, kind) => {
  const usual = { before: spot, answer: null, by: noon, cancelledAt: null, now: later }
  expect(decideLateWithdrawal({ ...usual, ...facts })).toBe(kind)
})

test.each<[current: number | null, expected: number | null, wanted: number | null, outcome: string]>([
  [null, null, 24, 'changed'],
  [24, 24, null, 'changed'],
  [24, null, 24, 'unchanged'],
  [24, null, 0, 'changed-meanwhile'],
])('a deadline of %j that was seen as %j and is set to %j: %s', (current, expected, wanted, outcome) => {
  const decision = decideDeadline({ current, expected, wanted })
  expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(outcome)
})
