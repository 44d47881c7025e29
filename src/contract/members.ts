import * as z from 'zod/mini'
import { rm01States } from '#domain/drivers.ts'
import { type Currency, mostOf } from '#domain/ledger.ts'
import { bowTypes, equipmentAnswers } from '#domain/profile.ts'
import { AttendedPractice } from './my-practices.ts'
import { contract, mayBeUnchanged } from './operation.ts'
import { day, id, instant, oneLine, passName, realDay, role, rowObject, wholeNumber } from './schemas.ts'

/** A member as officers see them; never includes the birthday. */
export const MemberRow = rowObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  pictureUrl: z.string(),
  pronouns: z.array(z.string()),
  role,
  /** The effective pass. */
  pass: passName,
  dayPasses: wholeNumber,
  paidPractices: wholeNumber,
  /** Practices attended; deleted ones don't count. */
  attended: wholeNumber,
  /** Null until the member has answered. */
  bowType: z.nullable(z.enum(bowTypes)),
  /** Whether they own equipment; null until the member has answered. */
  personalEquipment: z.nullable(z.enum(equipmentAnswers)),
  hasCar: z.boolean(),
  carCapacity: wholeNumber,
  /** The member's own checkbox. */
  rm01Declared: z.boolean(),
  /** Last local day of an officer's approval; null without one. */
  rm01Until: z.nullable(day),
  /** The status today, from both fields above. */
  rm01: z.enum(rm01States),
  /** Null before the welcome wizard is done. */
  adult: z.nullable(z.boolean()),
  joinedAt: instant,
})
export type MemberRow = z.infer<typeof MemberRow>

/** Hidden and logged out, but can be restored until `erasedFrom`. */
export const RemovedMember = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  removedAt: instant,
  /** When an officer may erase them early. */
  erasableFrom: instant,
  /** When they are erased automatically. */
  erasedFrom: instant,
})
export type RemovedMember = z.infer<typeof RemovedMember>

/** One ledger entry, with the balance of its currency after it. */
export const LedgerLine = rowObject({
  id: z.string(),
  at: instant,
  currency: z.enum(['day-passes', 'paid-practices']),
  amount: wholeNumber,
  balance: wholeNumber,
  why: z.string(),
  /** The actor in words: a name, "the club", or "someone who has left". */
  by: z.string(),
})
export type LedgerLine = z.infer<typeof LedgerLine>

const tags = ['members']
const member = z.strictObject({ memberId: id })
const amount = (of: Currency) => wholeNumber.check(z.gte(0), z.lte(mostOf[of]))
const reason = z._default(oneLine(200), '')
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
        /** All removed members on the first page, none on later pages. */
        removed: z.array(RemovedMember),
        /** Null on the last page. */
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

/** One member in full, for the details dialog and the ledger page. */
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

/** Permission to export: lists come from `/exports/*.csv` or are built in the browser from loaded data. */
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
