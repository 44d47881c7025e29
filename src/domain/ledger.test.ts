import { expect, test } from 'vitest'
import { causes, foldLedger, practiceBalance } from './ledger.ts'

test('what a member has is the sum of their rows, each currency for itself', () => {
  const rows = [
    ...[2, -1].map((amount) => ({ currency: 'day-passes' as const, amount })),
    ...[10, -3].map((amount) => ({ currency: 'paid-practices' as const, amount })),
  ]
  expect(foldLedger(rows)).toEqual({ dayPasses: 1, paidPractices: 7 })
})

test('no two acts have the same cause, and each says of what it is', () => {
  const all = [
    causes.welcome,
    causes.use('2026-11-24T23:00:00.000Z', 1),
    causes.use('2026-11-24T23:00:00.000Z', 2),
    ...[1, 2].map((time) => causes.carpoolCredit('x', time)),
    ...[1, 2].map((time) => causes.carpoolCreditTaken('x', time)),
    causes.byHand('x'),
    ...[1, 2].map((time) => causes.opening('x', time)),
    causes.bulk('x'),
    causes.bulkUndone('x'),
    causes.paidBefore('x'),
  ]
  expect(new Set(all).size).toBe(all.length)
  for (const cause of all) expect(cause).toMatch(/^[a-z]+:(mailbox|x|2026-11-24T23:00:00\.000Z):[12]$/)
  expect(causes.byHand('one')).not.toBe(causes.byHand('two'))
})

// Shows: 3.22
test.each([
  [5, 3, 2],
  [0, 2, -2],
])('%i paid and %i attended is a balance of %i', (paidPractices, attended, balance) => {
  expect(practiceBalance({ paidPractices, attended })).toBe(balance)
})
