import { expect, test } from 'vitest'
import { decideSale, decideUndo, keptOf, leftOf, type PricedProduct, productsForSale, totalSales } from './sales.ts'

const worth = (dayPasses: number, paidPractices: number) => ({ dayPasses, paidPractices })
const dayPass: PricedProduct = { product: 'Day pass', ...worth(1, 0), cents: 500 }
const now = '2026-11-24T23:30:00.000Z'
const practice = {
  ...{ id: 'p', startsAt: '2026-11-24T23:00:00.000Z', endsAt: '2026-11-25T01:00:00.000Z', cancelledAt: null },
  ...{ startedAt: '2026-11-24T22:55:00.000Z' as string | null, endedAt: null as string | null, endedEarly: false },
}
const facts = { practice, product: dayPass, seen: dayPass, totals: worth(0, 0), now }

test.each([
  ['at the live practice', {}, 'sold'],
  ['after it', { practice: { ...practice, endedAt: now } }, 'sold'],
  ['before it', { practice: { ...practice, startedAt: null } }, 'not-begun'],
  ['of what the settings no longer have', { product: undefined }, 'not-for-sale'],
  ['at another price', { product: { ...dayPass, cents: 600 } }, 'price-changed'],
  ['of another worth', { product: { ...dayPass, dayPasses: 2 } }, 'price-changed'],
  ['up to the most that anyone can have', { totals: worth(998, 9999) }, 'sold'],
  ['beyond it', { totals: worth(999, 0) }, 'too-many'],
])('a sale %s', (_, changed, says) => {
  const decision = decideSale({ ...facts, ...changed })
  expect(decision.outcome === 'refused' ? decision.reason : decision.outcome).toBe(says)
})

test('only what has a price is for sale', () => {
  const products = { 'Day pass': { ...worth(1, 0), priceCents: 500 }, Card: worth(0, 10), 'T-shirt': null }
  expect(productsForSale(products)).toEqual([dayPass])
})

test('an undo needs a reason, and is done once', () => {
  expect(decideUndo({ undoneAt: null, reason: '' })).toEqual({ outcome: 'refused', reason: 'reason-missing' })
  expect(decideUndo({ undoneAt: null, reason: 'Wrong person' })).toEqual({ outcome: 'undone' })
  expect(decideUndo({ undoneAt: now, reason: '' })).toEqual({ outcome: 'unchanged' })
})

test.each([
  ['nothing was used', worth(5, 10), worth(3, 0), worth(3, 0)],
  ['some was used', worth(1, 10), worth(3, 0), worth(1, 0)],
  ['all was used', worth(0, 4), worth(3, 5), worth(0, 4)],
  ['a count is below zero', worth(0, -1), worth(0, 1), worth(0, 0)],
])('takes back what is left if %s', (_, totals, sale, taken) => {
  expect(leftOf(sale, totals)).toEqual(taken)
  const kept = keptOf(sale, taken)
  expect(kept.dayPasses + taken.dayPasses).toBe(sale.dayPasses)
})

test('totals count each kind apart, and no sale that was undone', () => {
  const sale = { ...dayPass, isUndone: false }
  const sales = [
    { ...sale, paidBy: 'cash' as const },
    { ...sale, ...worth(0, 10), cents: 4500, paidBy: 'card' as const },
  ]
  expect(totalSales([...sales, { ...sale, paidBy: 'cash', isUndone: true }])).toEqual({
    ...worth(1, 10),
    ...{ cash: { sales: 1, cents: 500 }, card: { sales: 1, cents: 4500 }, store: { sales: 0, cents: 0 } },
  })
})
