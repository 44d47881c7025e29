import * as z from 'zod/mini'
import { longestEmail } from '#domain/email.ts'
import { longestGuestName } from '#domain/text/guest-messages.ts'
import { contract } from './operation.ts'
import { id, instant, oneLine } from './schemas.ts'

/** A guest's visit to a practice, for officers. */
export const GuestVisit = z.object({
  id: z.string(),
  guestId: z.string(),
  /** Empty after they were erased, as is the email; the visit still counts. */
  name: z.string(),
  email: z.string(),
  /** The member who brought them; null without one, or after that member has left. */
  host: z.nullable(z.string()),
  waiverSigned: z.boolean(),
  enteredAt: instant,
  /** The officer's name, unless they have left. */
  officer: z.nullable(z.string()),
  /** Whether they have signed up with this email since. */
  hasSignedUp: z.boolean(),
})
export type GuestVisit = z.infer<typeof GuestVisit>

/** What an officer needs to know before entering one. */
export const GuestRules = z.object({
  allowed: z.boolean(),
  mostPerTerm: z.int(),
  /** What they sign; null if nothing. */
  waiver: z.nullable(z.string()),
})
export type GuestRules = z.infer<typeof GuestRules>

const tags = ['practices']

export const guests = {
  add: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/guests',
      tags,
      summary: 'Add a guest',
      description:
        'To the live practice or one that is over. They count as attending. Someone is the same guest by their email, or without one by their name; at most a few times per term. If they sign up with this email later, their visits show in their history, and don’t count in their balance.',
    })
    .input(
      z.strictObject({
        practiceId: id,
        name: oneLine(longestGuestName),
        email: z._default(z.string().check(z.maxLength(longestEmail)), ''),
        /** The member who brings them. */
        hostId: z._default(z.nullable(id), null),
        waiverSigned: z._default(z.boolean(), false),
      }),
    )
    .output(
      z.object({
        /** `there`: they were on the list before. */
        added: z.enum(['added', 'there']),
      }),
    ),
  remove: contract
    .route({
      method: 'DELETE',
      path: '/practices/{practiceId}/guests/{visitId}',
      tags,
      summary: 'Remove a guest from a practice',
    })
    .input(z.strictObject({ practiceId: id, visitId: id }))
    .output(z.object({})),
  erase: contract
    .route({
      method: 'POST',
      path: '/guests/{guestId}/erase',
      tags,
      summary: 'Erase a guest',
      description:
        'Immediate and permanent: the name, the email, and who brought them. Their visits still count. Otherwise this happens a year after their last visit.',
    })
    .input(z.strictObject({ guestId: id }))
    .output(z.object({})),
}
