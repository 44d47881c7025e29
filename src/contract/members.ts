import * as z from 'zod/mini'
import { rm01States } from '#domain/drivers.ts'
import { type Currency, mostOf } from '#domain/ledger.ts'
import { bowTypes, equipmentAnswers } from '#domain/profile.ts'
import { AttendedPractice } from './my-practices.ts'
import { contract, mayBeUnchanged } from './operation.ts'
import { day, id, instant, passName, realDay, role, rowObject, wholeNumber } from './schemas.ts'

/** A member as officers see them (D38, D40): never the birthday. */
export const MemberRow = rowObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  pictureUrl: z.string(),
  pronouns: z.array(z.string()),
  role,
  /** The one that counts now (D34). */
  pass: passName,
  dayPasses: wholeNumber,
  paidPractices: wholeNumber,
  /** Practices attended; deleted ones don't count. */
  attended: wholeNumber,
  /** Null until they answered. */
  bowType: z.nullable(z.enum(bowTypes)),
  /** Whether they have their own; null until they answered. */
  personalEquipment: z.nullable(z.enum(equipmentAnswers)),
  hasCar: z.boolean(),
  carCapacity: wholeNumber,
  /** The member's own tick (D38a). */
  rm01Declared: z.boolean(),
  /** Until which local day an officer has approved it; null without an approval. */
  rm01Until: z.nullable(day),
  /** What both come to today. */
  rm01: z.enum(rm01States),
  /** Null before the welcome wizard is done. */
  adult: z.nullable(z.boolean()),
  joinedAt: instant,
})
export type MemberRow = z.infer<typeof MemberRow>

/** Hidden and locked; to be brought back until then (D39). */
export const RemovedMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  removedAt: instant,
  /** When an officer may erase them. */
  erasableFrom: instant,
  /** When they're erased in any case. */
  erasedFrom: instant,
})
export type RemovedMember = z.infer<typeof RemovedMember>

/** One line of a member's ledger, with the balance of its currency after it (D32). */
export const LedgerLine = rowObject({
  id: z.string(),
  at: instant,
  currency: z.enum(['day-passes', 'paid-practices']),
  amount: wholeNumber,
  balance: wholeNumber,
  why: z.string(),
  /** Who did it, in words: a name, "the club", "somebody who has left". */
  by: z.string(),
})
export type LedgerLine = z.infer<typeof LedgerLine>

const tags = ['members']
const member = z.strictObject({ memberId: id })
const amount = (of: Currency) => wholeNumber.check(z.gte(0), z.lte(mostOf[of]))
const reason = z._default(z.string().check(z.trim(), z.maxLength(200)), '')
const edited = z.object({})

export const members = {
  get: contract
    .route({
      method: 'GET',
      path: '/members',
      tags,
      summary: 'All members',
      description:
        'Including those removed in the last 30 days. Ordered by id, a thousand at a time: `next` is the `cursor` of the following page. With a strong ETag, like the home page.',
      spec: mayBeUnchanged,
    })
    .input(z.prefault(z.strictObject({ cursor: z.optional(id) }), {}))
    .output(
      z.object({
        members: z.array(MemberRow),
        /** All of them with the first members; none with those after a cursor. */
        removed: z.array(RemovedMember),
        /** Null with the last. */
        next: z.nullable(z.string()),
      }),
    ),
  setRole: contract
    .route({ method: 'PUT', path: '/members/{memberId}/role', tags, summary: 'Change a member’s role' })
    .input(z.extend(member, { expected: role, role }))
    .output(edited),
  setDayPasses: contract
    .route({
      method: 'PUT',
      path: '/members/{memberId}/day-passes',
      tags,
      summary: 'Set a member’s day passes',
      description: 'Adds a ledger entry for the difference. Refused if the current number isn’t the expected one.',
    })
    .input(z.extend(member, { expected: wholeNumber, value: amount('day-passes'), reason }))
    .output(edited),
  setPaidPractices: contract
    .route({
      method: 'PUT',
      path: '/members/{memberId}/paid-practices',
      tags,
      summary: 'Set a member’s paid practices',
      description: 'Adds a ledger entry for the difference. Refused if the current number isn’t the expected one.',
    })
    .input(z.extend(member, { expected: wholeNumber, value: amount('paid-practices'), reason }))
    .output(edited),
  /** D35. */
  setPass: contract
    .route({
      method: 'PUT',
      path: '/members/{memberId}/pass',
      tags,
      summary: 'Set a member’s pass',
      description: 'A Day Pass set this way is for today and uses no day pass.',
    })
    .input(z.extend(member, { expected: passName, pass: passName }))
    .output(edited),
  /** D38a. */
  setRm01: contract
    .route({
      method: 'PUT',
      path: '/members/{memberId}/rm01',
      tags,
      summary: 'Approve a member’s RM01',
      description: 'Until a given day, in addition to the member’s own declaration. Null removes the approval.',
    })
    .input(z.extend(member, { expected: z.nullable(day), until: z.nullable(realDay) }))
    .output(edited),
  /** D39. */
  remove: contract
    .route({
      method: 'DELETE',
      path: '/members/{memberId}',
      tags,
      summary: 'Remove a member',
      description: 'Hides them and logs them out immediately. They can be restored for 30 days.',
    })
    .input(member)
    .output(z.object({ erasedFrom: instant })),
  restore: contract
    .route({ method: 'POST', path: '/members/{memberId}/restore', tags, summary: 'Restore a removed member' })
    .input(member)
    .output(edited),
  erase: contract
    .route({
      method: 'POST',
      path: '/members/{memberId}/erase',
      tags,
      summary: 'Erase a removed member now',
      description: 'Immediate and permanent, no sooner than 24 hours after they were removed.',
    })
    .input(member)
    .output(edited),
}

/** One member in full, for the detail dialog and the page of their money. */
export const memberRecord = {
  get: contract
    .route({
      method: 'GET',
      path: '/members/{memberId}/record',
      tags,
      summary: 'A member’s practices and ledger',
      description: 'Newest first.',
    })
    .input(member)
    .output(
      z.object({
        member: MemberRow,
        practices: z.array(AttendedPractice),
        ledger: z.array(LedgerLine),
      }),
    ),
}

/** What officers take out of the club leaves by `/exports/*.csv`, or is made in the browser of what it has. */
export const exportPermission = {
  get: contract
    .route({
      method: 'GET',
      path: '/exports/permission',
      tags: ['members'],
      summary: 'Ask before an export',
      description:
        'Succeeds if an export would. Otherwise PASSWORD_NEEDED: enter the password first. The exports themselves are sent by POST requests to /exports/members.csv, /exports/attendance.csv, /exports/ledger.csv, and /exports/audit.csv.',
    })
    .output(z.object({})),
}
