import * as z from 'zod/mini'
import { unreadReasons } from '#domain/store-orders/order-file.ts'
import { contract } from './operation.ts'
import { id, instant, oneLine, rowObject, wholeNumber } from './schemas.ts'

const Gain = z.object({ paidPractices: wholeNumber, dayPasses: wholeNumber })
const WaitReason = z.enum(['unknown-product', 'no-owner', 'no-email', 'sign-up', 'short'])
const facts = {
  order: z.string(),
  email: z.string(),
  name: z.string(),
  product: z.string(),
  /** Negative for a refund. */
  quantity: wholeNumber,
  boughtOn: z.string(),
  /** Total value; null if the product's value is unknown. */
  gain: z.nullable(Gain),
}

/** What the import would do with one row of the file. */
export const PreviewLine = rowObject({
  ...facts,
  /** Row number in the file; null for a line from an earlier import whose owner is now known. */
  number: z.nullable(wholeNumber),
  outcome: z.enum(['book', 'wait', 'there', 'conflict']),
  why: z.nullable(WaitReason),
  memberId: z.nullable(z.string()),
  /** The line is assigned to the person who signs up with this address. */
  forEmail: z.nullable(z.string()),
})
export type PreviewLine = z.infer<typeof PreviewLine>

export const PreviewMember = rowObject({
  memberId: z.string(),
  name: z.string(),
  email: z.string(),
  lines: wholeNumber,
  before: Gain,
  after: Gain,
})
export type PreviewMember = z.infer<typeof PreviewMember>

export const StorePreview = z.object({
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252', 'Macintosh']),
  separator: z.enum([',', ';', 'tab']),
  /** Rows in the file, without the header. */
  total: wholeNumber,
  /** Digest of the pending changes. Applying sends it back and is refused if the digest has changed. */
  seen: z.string(),
  members: z.array(PreviewMember),
  lines: z.array(PreviewLine),
  unread: z.array(z.object({ number: wholeNumber, reason: z.enum(unreadReasons), said: z.string() })),
})
export type StorePreview = z.infer<typeof StorePreview>

/** An order line that needs review, was dismissed, or was assigned by hand. */
export const StoreLine = z.object({
  ...facts,
  id: z.string(),
  state: z.enum(['waiting', 'dismissed', 'booked']),
  why: z.nullable(WaitReason),
  memberId: z.nullable(z.string()),
  memberName: z.nullable(z.string()),
  forEmail: z.nullable(z.string()),
  byHand: z.boolean(),
  /** Why it was dismissed. */
  reason: z.string(),
})
export type StoreLine = z.infer<typeof StoreLine>

export const RememberedAddress = z.object({
  id: z.string(),
  email: z.string(),
  memberName: z.nullable(z.string()),
  forEmail: z.nullable(z.string()),
})
export type RememberedAddress = z.infer<typeof RememberedAddress>

export const StoreState = z.object({
  /** Products in the club's settings with their value per unit; null if they add nothing. */
  products: z.array(z.object({ name: z.string(), worth: z.nullable(Gain) })),
  /** Those that wait, oldest first, then the handled ones, the last one first. */
  lines: z.array(StoreLine),
  addresses: z.array(RememberedAddress),
  /** Newest first. */
  imports: z.array(
    z.object({
      id: z.string(),
      at: instant,
      by: z.string(),
      booked: wholeNumber,
      waiting: wholeNumber,
      unread: wholeNumber,
      there: wholeNumber,
    }),
  ),
})
export type StoreState = z.infer<typeof StoreState>

const tags = ['store']
/** 4 MB in base64. */
const file = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(5_700_000),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    z.describe('The store’s original CSV export, in base64. At most 4 MB and 5,000 lines.'),
  )
const line = z.strictObject({ lineId: id })
const pieces = wholeNumber.check(z.gte(0), z.lte(1000))
const done = z.object({})

/** Import of the store's order export. */
export const storeImport = {
  get: contract
    .route({ method: 'GET', path: '/store', tags, summary: 'Store orders that need review, and remembered emails' })
    .output(StoreState),
  preview: contract
    .route({
      method: 'POST',
      path: '/store/preview',
      tags,
      summary: 'Preview a store import',
      description: 'Changes nothing.',
    })
    .input(z.strictObject({ file }))
    .output(StorePreview),
  apply: contract
    .route({
      method: 'POST',
      path: '/store/imports',
      tags,
      summary: 'Import store orders',
      description:
        'Each order counts once, no matter which file it’s in. Refused if the result would no longer match the preview.',
    })
    .input(z.strictObject({ file, seen: z.string().check(z.maxLength(100)) }))
    .output(
      z.object({
        booked: wholeNumber,
        members: wholeNumber,
        waiting: wholeNumber,
        signUps: wholeNumber,
        there: wholeNumber,
        unread: wholeNumber,
      }),
    ),
  assign: contract
    .route({
      method: 'PUT',
      path: '/store/lines/{lineId}/owner',
      tags,
      summary: 'Assign a store order',
      description:
        'To a member, or to anyone who signs up with a club email. If remembered, it applies to all orders of this buyer, now and later.',
    })
    .input(
      z.extend(line, {
        to: z.union([z.strictObject({ memberId: id }), z.strictObject({ email: z.string().check(z.maxLength(300)) })]),
        remember: z._default(z.boolean(), true),
      }),
    )
    .output(z.object({ booked: wholeNumber, waiting: wholeNumber })),
  unassign: contract
    .route({
      method: 'DELETE',
      path: '/store/lines/{lineId}/owner',
      tags,
      summary: 'Unassign a store order',
      description: 'Removes what it added and forgets the buyer’s email. Refused if that has been used.',
    })
    .input(line)
    .output(done),
  setWorth: contract
    .route({
      method: 'PUT',
      path: '/store/lines/{lineId}/worth',
      tags,
      summary: 'Set an unknown product’s value',
      description:
        'For all orders of this product that need review. Later ones need review again until the settings name the product.',
    })
    .input(z.extend(line, { paidPractices: pieces, dayPasses: pieces }))
    .output(z.object({ booked: wholeNumber, waiting: wholeNumber })),
  dismiss: contract
    .route({ method: 'PUT', path: '/store/lines/{lineId}/dismissal', tags, summary: 'Dismiss a store order' })
    .input(z.extend(line, { reason: z._default(oneLine(200), '') }))
    .output(done),
  reopen: contract
    .route({
      method: 'DELETE',
      path: '/store/lines/{lineId}/dismissal',
      tags,
      summary: 'Reopen a dismissed store order',
    })
    .input(line)
    .output(done),
  forget: contract
    .route({
      method: 'DELETE',
      path: '/store/addresses/{addressId}',
      tags,
      summary: 'Forget a remembered email',
      description: 'Past imports aren’t affected.',
    })
    .input(z.strictObject({ addressId: id }))
    .output(done),
}

/** Paid practices and day passes stored for an address until its owner signs up. */
export const PaidCount = z.object({
  id: z.string(),
  email: z.string(),
  paidPractices: wholeNumber,
  dayPasses: wholeNumber,
  /** Additional value from store order lines for the same address. */
  store: Gain,
})
export type PaidCount = z.infer<typeof PaidCount>

const amounts = z.strictObject({ paidPractices: pieces, dayPasses: pieces })
const address = z.strictObject({ email: z.string().check(z.maxLength(300)) })

export const paidCounts = {
  get: contract
    .route({ method: 'GET', path: '/paid-counts', tags, summary: 'Paid counts by email' })
    .output(z.object({ counts: z.array(PaidCount) })),
  set: contract
    .route({
      method: 'PUT',
      path: '/paid-counts',
      tags,
      summary: 'Set a paid count',
      description:
        'Credited once, when that person finishes signing up. Refused if the current number isn’t the expected one.',
    })
    .input(z.extend(address, { expected: z.nullable(amounts), value: amounts }))
    .output(done),
  remove: contract
    .route({
      method: 'POST',
      path: '/paid-counts/removal',
      tags,
      summary: 'Remove a paid count that hasn’t been claimed',
    })
    .input(z.extend(address, { expected: amounts }))
    .output(done),
}
