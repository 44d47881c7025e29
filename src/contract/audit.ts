import * as z from 'zod/mini'
import { auditActNames } from '#domain/text/audit-sentences.ts'
import { contract } from './operation.ts'
import { id, instant, realDay, rowObject, wholeNumber } from './schemas.ts'

/** One act, with names as they are now: who was erased is a pseudonym (D39, D41). */
export const AuditEntry = rowObject({
  id: z.string(),
  at: instant,
  /** What kind of act; null for one that this release does not know. */
  act: z.nullable(z.enum(auditActNames)),
  /** The act as a sentence, in pieces: a piece that is a person's name has their id. */
  sentence: z.array(z.object({ text: z.string(), memberId: z.nullable(z.string()) })),
  /** What was so before and after; a side that the act does not speak of is null. Instants are ISO 8601 in UTC. */
  changes: z.array(z.object({ what: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** What the officer gave as the reason; mostly empty. */
  reason: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Each narrows what is listed; all of them together where several are given. */
export const AuditFilter = z.strictObject({
  /** A member's id: who did it, or to whom it was done. */
  person: z.optional(id),
  act: z.optional(z.enum(auditActNames)),
  /** Local days, both inclusive. */
  from: z.optional(realDay),
  to: z.optional(realDay),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const audit = {
  get: contract
    .route({
      method: 'GET',
      path: '/audit',
      tags: ['audit'],
      summary: 'Audit log',
      description:
        'Every officer’s action and every change to a count, newest first, one page at a time: `next` is the `cursor` of the following page. New entries don’t shift the pages.',
    })
    .input(z.prefault(z.extend(AuditFilter, { cursor: z.optional(z.string().check(z.maxLength(200))) }), {}))
    .output(
      z.object({
        entries: z.array(AuditEntry),
        /** How many the filter finds in all. */
        total: wholeNumber,
        /** Null on the last page. */
        next: z.nullable(z.string()),
        /** Whom the filter's `person` stands for; null without one, or for an id of nobody. */
        personName: z.nullable(z.string()),
      }),
    ),
}
