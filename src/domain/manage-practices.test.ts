import { describe, expect, test } from 'vitest'
import { decideAttendance, decideDelete, decideExcuse, decideListing, decideUndelete } from './manage-practices.ts'
import type { Practice } from './practices.ts'

const refused = (reason: string) => ({ outcome: 'refused', reason })

const startsAt = '2026-11-24T23:00:00.000Z'
const endsAt = '2026-11-25T01:00:00.000Z'
const during = '2026-11-25T00:00:00.000Z'
const after = '2026-11-26T00:00:00.000Z'
const untouched = { cancelledAt: null, startedAt: null, endedAt: null, endedEarly: false }
const planned: Practice = { id: 'p', startsAt, endsAt, ...untouched }
const live = { ...planned, startedAt: startsAt }

describe('attendance entered by an officer', () => {
  const facts = { practice: live, attended: false, wanted: true, pass: 'Day Pass', reason: '', now: during } as const

  test('needs no reason at the live practice for who has a pass, and one for who has none', () => {
    expect(decideAttendance(facts)).toEqual({ outcome: 'changed' })
    expect(decideAttendance({ ...facts, pass: 'none' })).toEqual(refused('reason-missing'))
    expect(decideAttendance({ ...facts, pass: 'none', reason: 'Paid in cash' })).toEqual({ outcome: 'changed' })
  })

  test('always needs one once the practice is over, either way', () => {
    for (const wanted of [true, false]) {
      const past = { ...facts, wanted, attended: !wanted, now: after }
      expect(decideAttendance(past)).toEqual(refused('reason-missing'))
      expect(decideAttendance({ ...past, reason: 'Was there' })).toEqual({ outcome: 'changed' })
    }
  })

  test('is not for a practice that has not begun; one that was never started counts once its time is over', () => {
    const reason = 'Was there'
    expect(decideAttendance({ ...facts, practice: planned, reason })).toEqual(refused('not-begun'))
    expect(decideAttendance({ ...facts, practice: planned, reason, now: after })).toEqual({ outcome: 'changed' })
    const ended = { ...live, endedAt: during, endedEarly: true }
    expect(decideAttendance({ ...facts, practice: ended, reason })).toEqual({ outcome: 'changed' })
  })

  test('that is so already changes nothing', () => {
    expect(decideAttendance({ ...facts, attended: true })).toEqual({ outcome: 'unchanged' })
    expect(decideAttendance({ ...facts, wanted: false, practice: planned })).toEqual({ outcome: 'unchanged' })
  })
})

test.each([
  ['changed', {}],
  ['changed', { before: 'Was away' }],
  ['unchanged', { before: 'Was ill' }],
  ['not-over', { now: during }],
  ['no-no-show', { isNoShow: false }],
  ['reason-missing', { reason: '' }],
  // Undone at any time.
  ['changed', { excused: false, before: 'Was ill', isNoShow: false, now: during }],
  ['unchanged', { excused: false }],
] as const)('an excuse: %s, with %o', (expected, facts) => {
  const usual = { practice: live, isNoShow: true, before: null, excused: true, reason: 'Was ill', now: after }
  const decision = decideExcuse({ ...usual, ...facts })
  expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(expected)
})

describe('deleting a practice', () => {
  // Shows: T44
  test('is refused while it is live, and done once', () => {
    const decide = (practice: Practice, now: string, deletedAt: string | null = null) =>
      decideDelete({ rainedOut: false, practice, deletedAt, now })
    expect(decide(live, during)).toEqual(refused('live'))
    expect(decide(live, after)).toEqual({ outcome: 'deleted' })
    expect(decide(planned, during)).toEqual({ outcome: 'deleted' })
    expect(decide(planned, after, during)).toEqual({ outcome: 'unchanged' })
    expect(decideDelete({ rainedOut: true, practice: live, deletedAt: null, now: after })).toEqual(
      refused('rained-out'),
    )
  })

  test('can be undone for 30 days, to the millisecond', () => {
    const deletedAt = '2026-11-01T12:00:00.000Z'
    expect(decideUndelete({ deletedAt, now: '2026-12-01T11:59:59.999Z' })).toEqual({ outcome: 'restored' })
    expect(decideUndelete({ deletedAt, now: '2026-12-01T12:00:00.000Z' })).toEqual(refused('too-late'))
    expect(decideUndelete({ deletedAt: null, now: deletedAt })).toEqual({ outcome: 'unchanged' })
  })
})

test('an address without an account was there from the start of a practice on, and drives at any time', () => {
  const list = (kind: 'attendance' | 'carpool', practice: Practice, now: string) =>
    decideListing({ practice, kind, now }).outcome
  expect(list('attendance', planned, during)).toBe('refused')
  expect(list('attendance', live, during)).toBe('listed')
  expect(list('attendance', planned, endsAt)).toBe('listed')
  expect(list('carpool', planned, during)).toBe('listed')
})
