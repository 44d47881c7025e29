/**
 * The two currencies (D32): day passes, spent by Use Pass, and paid practices, of which each attended practice uses one.
 * Both are folds over one append-only ledger; a row's cause is unique per member, so that nothing counts twice.
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
/** Where a member's total of a currency is kept. */
export const totalOf: Record<Currency, keyof Totals> = { 'day-passes': 'dayPasses', 'paid-practices': 'paidPractices' }

/** More than anybody has; a slip of the finger is caught here. */
export const mostOf: Record<Currency, number> = { 'day-passes': 999, 'paid-practices': 9999 }

/** The paid practices that driving others is worth (D36). */
export const carpoolCreditWorth = 1

/** How causes are written, in the form above. */
export const causes = {
  welcome: 'welcome:mailbox:1',
  /** @param time first, second … use of this member at that instant: a pass may be taken away and the clock stand */
  use: (at: string, time: number) => `use:${at}:${time}`,
  /** @param time first, second … credit of this member for this practice */
  carpoolCredit: (practiceId: string, time: number) => `credit:${practiceId}:${time}`,
  carpoolCreditTaken: (practiceId: string, time: number) => `uncredit:${practiceId}:${time}`,
  byHand: (act: string) => `hand:${act}:1`,
  bulk: (editId: string) => `bulk:${editId}:1`,
  bulkUndone: (editId: string) => `unbulk:${editId}:1`,
  /** @param time first, second … taking over of this member from the former app */
  opening: (uid: string, time: number) => `opening:${uid}:${time}`,
  paidBefore: (preRegistrationId: string) => `claim:${preRegistrationId}:1`,
}

/** What a member has, by adding up their rows. Stored totals must equal it (invariants I3, I5). */
export function foldLedger(rows: Iterable<{ currency: Currency; amount: number }>): Totals {
  const totals = { dayPasses: 0, paidPractices: 0 }
  for (const { currency, amount } of rows) totals[totalOf[currency]] += amount
  return totals
}

/** Paid minus attended; below zero means practices outstanding (specification §3). */
export function practiceBalance(facts: { paidPractices: number; attended: number }) {
  return facts.paidPractices - facts.attended
}
