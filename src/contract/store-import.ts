import * as z from 'zod/mini'
import { unreadReasons } from '#domain/store-file.ts'
import { contract } from './errors.ts'
import { id, instant, rowObject, wholeNumber } from './shapes.ts'

const Gain = z.object({ paidPractices: wholeNumber, dayPasses: wholeNumber })
const WaitReason = z.enum(['unknown-product', 'no-owner', 'no-email', 'sign-up', 'short'])
const facts = {
  order: z.string(),
  email: z.string(),
  name: z.string(),
  product: z.string(),
  /** Below zero: given back. */
  quantity: wholeNumber,
  boughtOn: z.string(),
  /** What it brings in all; null while nobody has said what the product is worth. */
  gain: z.nullable(Gain),
}

/** What would become of a line of the file. */
export const PreviewLine = rowObject({
  ...facts,
  /** Where it begins in the file; null of a line of an earlier import, whose owner is known by now. */
  number: z.nullable(wholeNumber),
  outcome: z.enum(['book', 'wait', 'there', 'conflict']),
  why: z.nullable(WaitReason),
  memberId: z.nullable(z.string()),
  /** Whoever signs up with it gets the line. */
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
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']),
  separator: z.enum([',', ';', 'tab']),
  /** In the file, the head left out. */
  total: wholeNumber,
  /** What would change, in short: applying sends it back, and is refused where it is another by then. */
  seen: z.string(),
  members: z.array(PreviewMember),
  lines: z.array(PreviewLine),
  unread: z.array(z.object({ number: wholeNumber, reason: z.enum(unreadReasons), said: z.string() })),
})
export type StorePreview = z.infer<typeof StorePreview>

/** A line that waits, was dismissed, or was given to somebody by hand. */
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
  /** What the club's settings say of products, each with what one piece brings; null: nothing. */
  products: z.array(z.object({ name: z.string(), worth: z.nullable(Gain) })),
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
/** 4 MB, in base64. */
const file = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(5_700_000),
    z.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    z.describe('The CSV file as the store has made it, its bytes in base64; at most 4 MB and 5,000 lines.'),
  )
const line = z.strictObject({ lineId: id })
const pieces = wholeNumber.check(z.gte(0), z.lte(1000))
const done = z.object({})

/** D37. */
export const storeImport = {
  get: contract
    .route({ method: 'GET', path: '/store', tags, summary: 'What waits of the store’s lines, and what is remembered' })
    .output(StoreState),
  preview: contract
    .route({
      method: 'POST',
      path: '/store/preview',
      tags,
      summary: 'What an order export of the store would change',
      description: 'Writes nothing.',
    })
    .input(z.strictObject({ file }))
    .output(StorePreview),
  apply: contract
    .route({
      method: 'POST',
      path: '/store/imports',
      tags,
      summary: 'Import an order export of the store',
      description:
        'Each line of an order counts once, whatever file it comes in. Refused where it would no longer change what the preview said.',
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
      summary: 'Say whose a waiting line is',
      description:
        'A member’s, or of whoever signs up with an address of the club’s. Remembered, it holds for all lines of the same buyer, also of later imports.',
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
      summary: 'Take back whose a line is',
      description:
        'What it brought is taken back, and the buyer’s address is forgotten. Refused where it has been spent.',
    })
    .input(line)
    .output(done),
  setWorth: contract
    .route({
      method: 'PUT',
      path: '/store/lines/{lineId}/worth',
      tags,
      summary: 'Say what an unknown product is worth',
      description: 'For all waiting lines of this product; later ones wait again until the settings name it.',
    })
    .input(z.extend(line, { paidPractices: pieces, dayPasses: pieces }))
    .output(z.object({ booked: wholeNumber, waiting: wholeNumber })),
  dismiss: contract
    .route({ method: 'PUT', path: '/store/lines/{lineId}/dismissal', tags, summary: 'Put a waiting line aside' })
    .input(z.extend(line, { reason: z._default(z.string().check(z.trim(), z.maxLength(200)), '') }))
    .output(done),
  reopen: contract
    .route({
      method: 'DELETE',
      path: '/store/lines/{lineId}/dismissal',
      tags,
      summary: 'Let a dismissed line wait again',
    })
    .input(line)
    .output(done),
  forget: contract
    .route({
      method: 'DELETE',
      path: '/store/addresses/{addressId}',
      tags,
      summary: 'Forget whose a buyer’s address is',
      description: 'What has been booked by it stays.',
    })
    .input(z.strictObject({ addressId: id }))
    .output(done),
}

/** What waits for an address until its owner signs up (D19). */
export const PaidCount = z.object({
  id: z.string(),
  email: z.string(),
  paidPractices: wholeNumber,
  dayPasses: wholeNumber,
  /** Of the store's lines that wait for the same address, beside it. */
  store: Gain,
})
export type PaidCount = z.infer<typeof PaidCount>

const amounts = z.strictObject({ paidPractices: pieces, dayPasses: pieces })
const address = z.strictObject({ email: z.string().check(z.maxLength(300)) })

export const paidCounts = {
  get: contract
    .route({ method: 'GET', path: '/paid-counts', tags, summary: 'What is paid for addresses without an account' })
    .output(z.object({ counts: z.array(PaidCount) })),
  set: contract
    .route({
      method: 'PUT',
      path: '/paid-counts',
      tags,
      summary: 'Set what is paid for an address without an account',
      description: 'Its owner gets it once, at the end of the wizard. Refused where it is no longer what was expected.',
    })
    .input(z.extend(address, { expected: z.nullable(amounts), value: amounts }))
    .output(done),
  remove: contract
    .route({
      method: 'POST',
      path: '/paid-counts/removal',
      tags,
      summary: 'Take a paid count away before it is claimed',
    })
    .input(z.extend(address, { expected: amounts }))
    .output(done),
}
