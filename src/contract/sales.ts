import * as z from 'zod/mini'
import { paymentKinds } from '#domain/sales.ts'
import { contract } from './operation.ts'
import { id, instant, oneLine, rowObject, wholeNumber } from './schemas.ts'

const counts = { paidPractices: wholeNumber, dayPasses: wholeNumber }
const paidBy = z.enum(paymentKinds)

/** A sale at a practice, for officers. */
export const Sale = rowObject({
  id: z.string(),
  memberId: z.string(),
  /** Empty after they were erased. */
  name: z.string(),
  product: z.string(),
  ...counts,
  cents: wholeNumber,
  paidBy,
  soldAt: instant,
  /** The officer's name, unless they have left. */
  officer: z.nullable(z.string()),
  checkedIn: z.boolean(),
  /** When it was undone, who did it and why, and what was deducted then; null if it counts. */
  undone: z.nullable(
    z.object({ at: instant, officer: z.nullable(z.string()), reason: z.string(), taken: z.object(counts) }),
  ),
})
export type Sale = z.infer<typeof Sale>

const Paid = z.object({ sales: wholeNumber, cents: wholeNumber })
/** Without sales that were undone. */
export const SaleTotals = z.object({ ...counts, cash: Paid, card: Paid, store: Paid })

const tags = ['practices']

export const sales = {
  get: contract
    .route({
      method: 'GET',
      path: '/practices/{practiceId}/sales',
      tags,
      summary: 'Sold at the door',
      description: 'In order of time, with totals by how it was paid.',
    })
    .input(z.strictObject({ practiceId: id }))
    .output(z.object({ sales: z.array(Sale), totals: SaleTotals })),
  add: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/sales',
      tags,
      summary: 'Sell at the door',
      description:
        'Sells one unit of a product that has a price in the settings, at a live practice or one that is over. With `checkIn`, the member is also checked in to the live practice, using a day pass if no pass is active. Send an idempotency key, so that a retry doesn’t sell twice.',
    })
    .input(
      z.strictObject({
        practiceId: id,
        memberId: id,
        product: oneLine(200),
        /** What the officer saw; refused if the settings have changed since. */
        ...counts,
        cents: wholeNumber,
        paidBy,
        checkIn: z._default(z.boolean(), false),
      }),
    )
    .output(
      z.object({
        saleId: z.string(),
        /** The sale counts in any case. */
        checkIn: z.enum(['not-asked', 'checked-in', 'already-in', 'no-valid-pass', 'practice-over']),
        /** Whether the check-in used a day pass. */
        usedDayPass: z.boolean(),
      }),
    ),
  undo: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/sales/{saleId}/undo',
      tags,
      summary: 'Undo a sale at the door',
      description:
        'Takes back what is left of it; what was used already stays. With `undoCheckIn`, the check-in that came with the sale goes first, and its day pass comes back. A sale that was undone stays as it is.',
    })
    .input(
      z.strictObject({
        practiceId: id,
        saleId: id,
        reason: oneLine(200),
        undoCheckIn: z._default(z.boolean(), false),
      }),
    )
    .output(
      z.object({
        /** `already`: someone else was faster; `kept` is what was used before they were. */
        outcome: z.enum(['undone', 'already']),
        kept: z.object(counts),
        checkInUndone: z.boolean(),
      }),
    ),
}
