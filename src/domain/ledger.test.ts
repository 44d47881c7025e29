import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Currency, causes, currencies, foldLedger, practiceBalance } from './ledger.ts'

const many = process.env.QUIVER_MANY === '1'
const timeout = many ? 600_000 : 20_000
const runs = { seed: 20_261_121, numRuns: many ? 100_000 : 2_000 }
const row = fc.record({
  currency: fc.constantFrom<Currency>(...currencies),
  amount: fc.integer({ min: -1_000, max: 1_000 }),
})
const rows = fc.array(row, { maxLength: 30 })
type LedgerRow = { currency: Currency; amount: number }

describe('what a member has', { timeout }, () => {
  test('is nothing without a row', () => expect(foldLedger([])).toEqual({ dayPasses: 0, paidPractices: 0 }))

  test('is the sum of their rows, each currency for itself', () => {
    const all: LedgerRow[] = [
      ...[2, -1].map((amount) => ({ currency: 'day-passes' as const, amount })),
      ...[10, -3].map((amount) => ({ currency: 'paid-practices' as const, amount })),
    ]
    for (const rows of [all, new Set(all).values()])
      expect(foldLedger(rows)).toEqual({ dayPasses: 1, paidPractices: 7 })
  })

  test('grows by what each row says, and an undone row leaves no trace', () => {
    const property = fc.property(rows, row, (all, more) => {
      const [before, after] = [foldLedger(all), foldLedger([...all, more])]
      const [dayPasses, paidPractices] = more.currency === 'day-passes' ? [more.amount, 0] : [0, more.amount]
      expect(after.dayPasses - before.dayPasses).toBe(dayPasses)
      expect(after.paidPractices - before.paidPractices).toBe(paidPractices)
      expect(foldLedger([...all, more, { ...more, amount: 0 - more.amount }])).toEqual(before)
    })
    fc.assert(property, runs)
  })
})

test('no two acts have the same cause, and each says of what it is', () => {
  const all = [
    causes.welcome,
    causes.use('2026-11-24T23:00:00.000Z', 1),
    causes.use('2026-11-24T23:00:00.000Z', 2),
    ...[1, 2].map((time) => causes.carpoolCredit('x', time)),
    ...[1, 2].map((time) => causes.carpoolCreditTaken('x', time)),
    causes.byHand('x'),
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
  [3, 3, 0],
  [0, 2, -2],
  [-1, 0, -1],
])('%i paid and %i attended is a balance of %i', (paidPractices, attended, balance) => {
  expect(practiceBalance({ paidPractices, attended })).toBe(balance)
})
