/**
 * The two currencies: day passes, spent by Use Pass, and paid practices, of which each attended practice uses one.
 * Balances are sums over one append-only ledger. An entry's cause is its idempotency key: unique per member, so nothing
 * counts twice.
 */
export const currencies = ['day-passes', 'paid-practices'] as const
export type Currency = (typeof currencies)[number]

export type LedgerEntry = {
  memberId: string
  currency: Currency
  amount: number
  /** `kind:subject:generation`, unique per member and currency (`causes`). */
  cause: string
  why: string
}

export type Totals = { dayPasses: number; paidPractices: number }
/** The field that stores a member's total of a currency. */
export const totalOf: Record<Currency, keyof Totals> = { 'day-passes': 'dayPasses', 'paid-practices': 'paidPractices' }

/** Upper limits, to catch typos. */
export const mostOf: Record<Currency, number> = { 'day-passes': 999, 'paid-practices': 9999 }

/** Paid practices that a carpool credit is worth. */
export const carpoolCreditWorth = 1

/** Builds causes in the form described above. */
export const causes = {
  welcome: 'welcome:mailbox:1',
  /**
   * @param time counts uses by this member at that instant, from 1: a pass may be removed and used again while the
   * clock is stopped
   */
  use: (at: string, time: number) => `use:${at}:${time}`,
  passReturned: (at: string, time: number) => `unuse:${at}:${time}`,
  /** @param time counts credits of this member for this practice, from 1 */
  carpoolCredit: (practiceId: string, time: number) => `credit:${practiceId}:${time}`,
  carpoolCreditTaken: (practiceId: string, time: number) => `uncredit:${practiceId}:${time}`,
  byHand: (act: string) => `hand:${act}:1`,
  bulk: (editId: string) => `bulk:${editId}:1`,
  bulkUndone: (editId: string) => `unbulk:${editId}:1`,
  /** @param time counts imports of this member from the old app, from 1 */
  opening: (uid: string, time: number) => `opening:${uid}:${time}`,
  sale: (saleId: string) => `sale:${saleId}:1`,
  saleUndone: (saleId: string) => `unsale:${saleId}:1`,
  paidBefore: (preRegistrationId: string) => `claim:${preRegistrationId}:1`,
}

/** Sums a member's ledger entries. The stored totals must equal it. */
export function foldLedger(rows: Iterable<{ currency: Currency; amount: number }>): Totals {
  const totals = { dayPasses: 0, paidPractices: 0 }
  for (const { currency, amount } of rows) totals[totalOf[currency]] += amount
  return totals
}

/** Paid minus attended; negative means outstanding practices. */
export function practiceBalance(facts: { paidPractices: number; attended: number }) {
  return facts.paidPractices - facts.attended
}
