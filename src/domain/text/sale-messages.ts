import { inLine } from '#domain/isolated-text.ts'
import type { Totals } from '#domain/ledger.ts'
import type { PaymentKind, SaleRefusal } from '#domain/sales.ts'
import { count } from './public-messages.ts'

/** Texts about sales at the door. */

export const saleRefusals: Record<SaleRefusal | 'member-gone', string> = {
  'not-begun': 'This practice hasn’t started, so nothing can be sold there yet.',
  'not-for-sale': 'This product is no longer for sale. Choose again.',
  'price-changed': 'This product’s price has just been changed. Choose again.',
  'too-many': 'That’s more than anyone can have. Check their counts on Members.',
  'member-gone': 'They’re no longer a member, so nothing was sold.',
}

/** How a sale was paid, on a button and in a list. */
export const paidByWords: Record<PaymentKind, string> = { cash: 'Cash', card: 'Card', store: 'Store' }

/** `1 day pass`, `10 practices`, or both. */
export function worthInWords({ dayPasses, paidPractices }: Totals) {
  return [
    ...(dayPasses === 0 ? [] : [count(dayPasses, 'day pass', 'day passes')]),
    ...(paidPractices === 0 ? [] : [count(paidPractices, 'practice')]),
  ].join(' and ')
}

/** Whether the check-in that was asked for with a sale was made. */
export type SaleCheckIn = 'not-asked' | 'checked-in' | 'already-in' | 'no-valid-pass' | 'practice-over'

const checkInWords: Record<SaleCheckIn, (name: string) => string> = {
  'not-asked': (name) => inLine`Sold to ${name}.`,
  'checked-in': (name) => inLine`Sold to ${name}, and checked in.`,
  'already-in': (name) => inLine`Sold to ${name}, who was already checked in.`,
  'no-valid-pass': (name) => inLine`Sold to ${name}, but not checked in: they have no valid pass.`,
  'practice-over': (name) => inLine`Sold to ${name}, but not checked in: the practice is over.`,
}

export const saleMessages = {
  sold: (name: string, checkIn: SaleCheckIn) => checkInWords[checkIn](name),
  /** Below the ways to pay, if the store is one. */
  storeTwice: 'Store: when you import that order, ignore it, so that it doesn’t count twice.',
  noPass: 'Not checked in: they have no valid pass.',
  noPrices: 'No product has a price yet.',
  confirmUndo: (product: string) =>
    inLine`What’s left of “${product}” is taken off their counts. What they used already stays.`,
  /** The reason of an undo right after the sale. */
  undoneAgain: 'Undone right after the sale',
  undone: (name: string, kept: Totals) =>
    kept.dayPasses + kept.paidPractices === 0
      ? inLine`Undid the sale to ${name}.`
      : inLine`Undid the sale to ${name}. They had already used ${worthInWords(kept)}, and that stays.`,
  kept: (kept: Totals) => `they had already used ${worthInWords(kept)}, and that stayed`,
}

/** What the ledger says. */
export const saleWhys = {
  sold: (product: string) => `Bought at the door: ${product}`,
  undone: (product: string) => `Sale at the door undone: ${product}`,
}
