import { type Currency, currencies, mostOf, type Totals, totalOf } from './ledger.ts'
import { isOver, type Practice } from './practices.ts'

/** Day passes and practices that an officer sells at a practice. */

/** In the order in which they're offered. */
export const paymentKinds = ['cash', 'card', 'store'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** A product of the club's store, for one unit. */
export type PricedProduct = Totals & { product: string; cents: number }

/** What can be sold: every product with a price, in the order of the settings. */
export function productsForSale(products: Record<string, (Totals & { priceCents?: number }) | null>): PricedProduct[] {
  return Object.entries(products).flatMap(([product, worth]) =>
    worth?.priceCents === undefined
      ? []
      : [{ product, paidPractices: worth.paidPractices, dayPasses: worth.dayPasses, cents: worth.priceCents }],
  )
}

export type SaleRefusal = 'not-begun' | 'not-for-sale' | 'price-changed' | 'too-many'
type SaleDecision = { outcome: 'sold' } | { outcome: 'refused'; reason: SaleRefusal }
type SaleFacts = {
  practice: Practice
  /** Undefined if the settings don't have it anymore. */
  product: PricedProduct | undefined
  /** The price and worth that the officer saw. */
  seen: PricedProduct
  /** What the member has. */
  totals: Totals
  now: string
}

/** A sale counts after the practice as well: an officer whose phone had no connection enters it later. */
export function decideSale({ practice, product, seen, totals, now }: SaleFacts): SaleDecision {
  if (practice.startedAt === null && !isOver(practice, now)) return { outcome: 'refused', reason: 'not-begun' }
  if (product === undefined) return { outcome: 'refused', reason: 'not-for-sale' }
  const isAsSeen = (['paidPractices', 'dayPasses', 'cents'] as const).every((key) => product[key] === seen[key])
  if (!isAsSeen) return { outcome: 'refused', reason: 'price-changed' }
  const isTooMany = (of: Currency) => totals[totalOf[of]] + product[totalOf[of]] > mostOf[of]
  if (currencies.some(isTooMany)) return { outcome: 'refused', reason: 'too-many' }
  return { outcome: 'sold' }
}

type UndoDecision = { outcome: 'undone' | 'unchanged' } | { outcome: 'refused'; reason: 'reason-missing' }

export function decideUndo({ undoneAt, reason }: { undoneAt: string | null; reason: string }): UndoDecision {
  if (undoneAt !== null) return { outcome: 'unchanged' }
  return reason === '' ? { outcome: 'refused', reason: 'reason-missing' } : { outcome: 'undone' }
}

/** What an undo deducts: what is left of the sale, so that no count goes below zero. @param totals what the member has */
export function leftOf(sale: Totals, totals: Totals): Totals {
  const left = (of: keyof Totals) => Math.max(0, Math.min(sale[of], totals[of]))
  return { dayPasses: left('dayPasses'), paidPractices: left('paidPractices') }
}

/** What of it was used before, and stays. */
export function keptOf(sale: Totals, taken: Totals): Totals {
  return { dayPasses: sale.dayPasses - taken.dayPasses, paidPractices: sale.paidPractices - taken.paidPractices }
}

export type SaleTotals = Totals & Record<PaymentKind, { sales: number; cents: number }>

/** Sums the sales of a practice; those that were undone don’t count. */
export function totalSales(
  sales: Iterable<Totals & { paidBy: PaymentKind; cents: number; isUndone: boolean }>,
): SaleTotals {
  const none = () => ({ sales: 0, cents: 0 })
  const totals = { dayPasses: 0, paidPractices: 0, cash: none(), card: none(), store: none() }
  for (const { dayPasses, paidPractices, paidBy, cents, isUndone } of sales) {
    if (isUndone) continue
    totals.dayPasses += dayPasses
    totals.paidPractices += paidPractices
    totals[paidBy].sales += 1
    totals[paidBy].cents += cents
  }
  return totals
}
