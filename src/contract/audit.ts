import * as z from 'zod/mini'
import { auditActNames } from '#domain/text/audit-acts.ts'
import { contract } from './operation.ts'
import { id, instant, realDay, rowObject, wholeNumber } from './schemas.ts'

/** One logged action, with current names; a member who was erased appears as a pseudonym. */
export const AuditEntry = rowObject({
  id: z.string(),
  at: instant,
  /** The kind of action; null for one that this release does not know. */
  act: z.nullable(z.enum(auditActNames)),
  /** The action as a sentence, in pieces: a piece that is a person's name has their id. */
  sentence: z.array(z.object({ text: z.string(), memberId: z.nullable(z.string()) })),
  /** Values before and after; null for a side that the action does not record. Instants are ISO 8601 in UTC. */
  changes: z.array(z.object({ what: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** The reason that the officer gave; mostly empty. */
  reason: z.string(),
  requestId: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** Filters combine with AND. */
export const AuditFilter = z.strictObject({
  /** A member's id, as actor or target. */
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
        /** Number of entries that match the filter, over all pages. */
        total: wholeNumber,
        /** Null on the last page. */
        next: z.nullable(z.string()),
        /** Name of the member in the `person` filter; null without that filter or for an unknown id. */
        personName: z.nullable(z.string()),
      }),
    ),
}
