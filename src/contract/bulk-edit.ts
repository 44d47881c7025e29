import * as z from 'zod/mini'
import { mostInOneEdit } from '#domain/bulk-edit.ts'
import { type Currency, mostOf } from '#domain/ledger.ts'
import { contract } from './operation.ts'
import { id, instant, oneLine, passName, realDay, rowObject, wholeNumber } from './schemas.ts'

const counted = <C extends Currency>(of: C) =>
  z.strictObject({
    of: z.literal(of),
    /** How many to add; negative removes. */
    by: wholeNumber.check(
      z.gte(-mostOf[of]),
      z.lte(mostOf[of]),
      z.refine((by) => by !== 0, { error: 'Enter a number other than zero.' }),
    ),
  })

/** The change, the same for every member. */
export const BulkEdit = z.union([
  counted('day-passes'),
  counted('paid-practices'),
  z.strictObject({
    of: z.literal('rm01'),
    until: realDay,
  }),
  z.strictObject({ of: z.literal('pass'), pass: passName }),
])

/** A count, the last day of an approval (null without one), or the name of the effective pass. */
const value = z.nullable(z.union([wholeNumber, z.string().check(z.maxLength(40))]))
const leftOut = z.enum(['gone', 'changed-meanwhile', 'too-few', 'too-many'])

export const BulkEditSummary = z.object({
  id: z.string(),
  at: instant,
  /** The officer's name, or words such as "someone who has left". */
  by: z.string(),
  edit: BulkEdit,
  reason: z.string(),
  /** Number of members changed, and how many of those changes have been undone. */
  people: wholeNumber,
  undone: wholeNumber,
  undoableUntil: instant,
})
export type BulkEditSummary = z.infer<typeof BulkEditSummary>

/** One member that the bulk edit changed. */
export const BulkEditPerson = rowObject({
  memberId: z.string(),
  /** Empty if the member has been erased. */
  name: z.string(),
  before: value,
  after: value,
  /** The current value; null if the member has been erased or has no approval. */
  now: value,
  /** The value that undoing would restore; null unless `undo` is `back`. */
  to: value,
  undo: z.union([z.enum(['back', 'undone']), leftOut]),
})
export type BulkEditPerson = z.infer<typeof BulkEditPerson>

const tags = ['members']
const edit = z.strictObject({ editId: id })
const left = z.array(z.object({ memberId: z.string(), reason: leftOut }))

export const bulkEdits = {
  get: contract
    .route({ method: 'GET', path: '/bulk-edits', tags, summary: 'Bulk edits from the last 30 days, newest first' })
    .output(z.object({ edits: z.array(BulkEditSummary) })),
}

export const bulkEdit = {
  get: contract
    .route({ method: 'GET', path: '/bulk-edits/{editId}', tags, summary: 'Preview undoing a bulk edit' })
    .input(edit)
    .output(z.object({ summary: BulkEditSummary, people: z.array(BulkEditPerson) })),
  apply: contract
    .route({
      method: 'POST',
      path: '/bulk-edits',
      tags,
      summary: 'Change many members',
      description:
        'Members whose value is still the expected one are changed. The others are skipped and listed in the response.',
    })
    .input(
      z.strictObject({
        edit: BulkEdit,
        /** The members to change, each with the value that the officer saw (optimistic locking). */
        seen: z.array(z.strictObject({ memberId: id, expected: value })).check(
          z.minLength(1),
          z.maxLength(mostInOneEdit),
          z.refine((seen) => new Set(seen.map(({ memberId }) => memberId)).size === seen.length, {
            error: 'List each member once.',
          }),
        ),
        reason: z._default(oneLine(200), ''),
      }),
    )
    .output(
      z.object({
        /** Null if every member already had the value. */
        editId: z.nullable(z.string()),
        people: wholeNumber,
        left,
      }),
    ),
  undo: contract
    .route({
      method: 'POST',
      path: '/bulk-edits/{editId}/undo',
      tags,
      summary: 'Undo a bulk edit',
      description:
        'Within 30 days. Members who have used what they were given, or were changed since, are skipped and listed; it can be undone for them later.',
    })
    .input(edit)
    .output(z.object({ people: wholeNumber, left })),
}
