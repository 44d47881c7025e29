import { describe, expect, test } from 'vitest'
import { decideCount, decidePass, decideRemoval, decideRestore, erasedFrom, heldFrom } from './members.ts'

const refused = (reason: string) => ({ outcome: 'refused', reason })

test('a count set by hand is changed by an officer who saw it as it is, and never overwrites', () => {
  expect(decideCount({ current: 2, expected: 2, value: 5 })).toEqual({ outcome: 'changed' })
  expect(decideCount({ current: 3, expected: 2, value: 5 })).toEqual(refused('changed-meanwhile'))
  for (const expected of [2, 3])
    expect(decideCount({ current: 3, expected, value: 3 })).toEqual({ outcome: 'unchanged' })
})

describe('a pass set by hand', () => {
  test('begins now if it is a Day Pass, and has no time otherwise', () => {
    expect(heldFrom('Day Pass', 'now')).toEqual({ pass: 'Day Pass', passUsedAt: 'now' })
    expect(heldFrom('Carpool Range Pass', 'now')).toEqual({ pass: 'Carpool Range Pass', passUsedAt: null })
    expect(heldFrom('none', 'now')).toEqual({ pass: 'none', passUsedAt: null })
  })

  test('is judged by the pass that counts: yesterday’s is none', () => {
    expect(decidePass({ effective: 'none', expected: 'none', pass: 'Day Pass' })).toEqual({ outcome: 'changed' })
    expect(decidePass({ effective: 'Day Pass', expected: 'none', pass: 'Day Pass' })).toEqual({ outcome: 'unchanged' })
    expect(decidePass({ effective: 'Day Pass', expected: 'none', pass: 'Carpool Range Pass' })).toEqual(
      refused('changed-meanwhile'),
    )
  })
})

describe('a removal', () => {
  const person = { role: 'Member', verified: true, removed: false } as const

  test('is of anybody but the last officer', () => {
    expect(decideRemoval({ person, otherOfficers: 0 })).toEqual({ outcome: 'removed' })
    expect(decideRemoval({ person: { ...person, role: 'Officer' }, otherOfficers: 1 })).toEqual({ outcome: 'removed' })
    expect(decideRemoval({ person: { ...person, role: 'Officer' }, otherOfficers: 0 })).toEqual(refused('last-officer'))
    expect(decideRemoval({ person: { ...person, removed: true }, otherOfficers: 0 })).toEqual({ outcome: 'unchanged' })
  })

  test('can be undone for 30 days, to the millisecond, and not once the address is another’s', () => {
    const removedAt = '2026-11-01T12:00:00.000Z'
    const facts = { removedAt, erasedAt: null, addressTaken: false, now: '2026-12-01T11:59:59.999Z' }
    expect(erasedFrom(removedAt)).toBe('2026-12-01T12:00:00.000Z')
    expect(decideRestore(facts)).toEqual({ outcome: 'restored' })
    expect(decideRestore({ ...facts, now: '2026-12-01T12:00:00.000Z' })).toEqual(refused('erased'))
    expect(decideRestore({ ...facts, erasedAt: removedAt })).toEqual(refused('erased'))
    expect(decideRestore({ ...facts, addressTaken: true })).toEqual(refused('address-taken'))
    expect(decideRestore({ ...facts, removedAt: null })).toEqual({ outcome: 'unchanged' })
  })
})
