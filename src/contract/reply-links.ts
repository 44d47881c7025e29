import * as z from 'zod/mini'
import { largestCar } from '#domain/profile-limits.ts'
import { replies } from '#domain/rsvp.ts'
import { contract } from './operation.ts'
import { wholeNumber } from './schemas.ts'

/** What a reply link shows: one practice and its member’s own reply, and nothing about anyone else. */
export const LinkedReply = z.object({
  /** The member’s first name, so that someone who was forwarded the email knows whose link it is. */
  nameFirst: z.string(),
  practice: z.object({
    title: z.string(),
    /** As in the email: `Tuesday, December 8, 6:00 – 8:00 PM EST`. */
    when: z.string(),
    location: z.string(),
    cancelled: z.boolean(),
  }),
  /** Until when a reply is on time, as a text; null without a deadline. */
  replyBy: z.nullable(z.string()),
  /** Whether that has passed. */
  isLate: z.boolean(),
  /** Free spots; null without a limit. */
  spotsLeft: z.nullable(wholeNumber),
  waiting: wholeNumber,
  myAnswer: z.nullable(z.enum(replies)),
  /** On the waitlist, from 1; null with a spot or without an RSVP. */
  myPosition: z.nullable(wholeNumber),
  hasCar: z.boolean(),
})
export type LinkedReply = z.infer<typeof LinkedReply>

const token = z.string().check(z.maxLength(400))
const tags = ['practices']

/** Replying by a link from an email, without logging in. */
export const replyLinks = {
  open: contract
    .route({
      method: 'POST',
      path: '/reply-link',
      tags,
      summary: 'The practice of a reply link',
      description: 'Changes nothing. The token is in the body, because addresses are logged.',
    })
    .input(z.strictObject({ token }))
    .output(LinkedReply),
  answer: contract
    .route({
      method: 'POST',
      path: '/reply-link/rsvp',
      tags,
      summary: 'RSVP by a reply link',
      description:
        'For the member and the practice of the link, until the practice starts; the same reply again changes nothing. A driver without a car sends the seats of theirs, including their own, which is saved in their profile.',
    })
    .input(
      z.strictObject({
        token,
        answer: z.enum(replies),
        carCapacity: z.optional(z.number().check(z.int(), z.gte(1), z.lte(largestCar))),
      }),
    )
    .output(z.omit(LinkedReply, { nameFirst: true, practice: true, replyBy: true, isLate: true })),
}
