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
  /** `kind:subject:generation`, unique per member and currency: `welcome:mailbox:1`, `use:<instant>:1`, `claim:paid:1`. */
  cause: string
  why: string
}

export type Totals = { dayPasses: number; paidPractices: number }

/** What a member has, by adding up their rows. Stored totals must equal it (invariants I3, I5). */
export function foldLedger(rows: Iterable<{ currency: Currency; amount: number }>): Totals {
  const totals = { dayPasses: 0, paidPractices: 0 }
  for (const row of rows) {
    if (row.currency === 'day-passes') totals.dayPasses += row.amount
    else totals.paidPractices += row.amount
  }
  return totals
}

/** Paid minus attended; below zero means practices outstanding (specification §3). */
export function practiceBalance(facts: { paidPractices: number; attended: number }) {
  return facts.paidPractices - facts.attended
}
