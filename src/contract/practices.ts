import * as z from 'zod/mini'
import { checkInModes } from '#domain/check-in.ts'
import { codePattern } from '#domain/check-in-code.ts'
import { replies } from '#domain/rsvp.ts'
import { contract } from './operation.ts'
import { day, id, instant, rowObject, wholeNumber } from './schemas.ts'

/** How many members with a spot need a club bow, by the bow type in their profile. */
export const ClubBows = z.object({
  Recurve: wholeNumber,
  Compound: wholeNumber,
  Barebow: wholeNumber,
  undecided: wholeNumber,
})

export const PracticeCard = z.object({
  id: z.string(),
  title: z.string(),
  location: z.string(),
  description: z.string(),
  /** The organizer's email address from the calendar; empty without one. */
  organizer: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** Shown as a date, without times. `lastOn` is inclusive. */
  allDay: z.boolean(),
  startsOn: day,
  lastOn: day,
  /** The earliest moment at which an officer may start it. */
  startableFrom: instant,
  cancelled: z.boolean(),
  /** What officers told everyone who RSVP'd when they canceled it. */
  cancelMessage: z.string(),
  sample: z.boolean(),
  /** Members with a spot, and the seats that drivers offer to others. */
  archers: wholeNumber,
  drivers: wholeNumber,
  seats: wholeNumber,
  /** Members who said they can't come. */
  cantCome: wholeNumber,
  /** The number of spots (null for no limit), and the length of the waitlist. */
  attendanceLimit: z.nullable(wholeNumber),
  waiting: wholeNumber,
  /** Officers only, for upcoming practices. */
  clubBows: z.nullable(ClubBows),
  /** The last moment at which a reply is on time; null without a deadline. */
  replyBy: z.nullable(instant),
  /** After this, a free spot goes to the first who replies that they come, from the waitlist or not; null if it always goes to the first in line. */
  promotesUntil: z.nullable(instant),
  myAnswer: z.nullable(z.enum(replies)),
  /** My position on the waitlist, from 1; null with a spot or without an RSVP. */
  myPosition: z.nullable(wholeNumber),
  /** Whether my reply came after `replyBy`. */
  myAnswerLate: z.boolean(),
})
export type PracticeCard = z.infer<typeof PracticeCard>

/** A member who is going and shows it to other members. */
export const GoingMember = rowObject({
  memberId: z.string(),
  name: z.string(),
  nameFirst: z.string(),
  pictureUrl: z.string(),
})
export type GoingMember = z.infer<typeof GoingMember>

/** A practice ahead, for members. */
export const ComingPractice = z.extend(PracticeCard, {
  /** The first five members with a spot, by the time of their RSVP, who show that they’re going. */
  going: z.array(GoingMember),
})
export type ComingPractice = z.infer<typeof ComingPractice>

/** What members see about each other. A guest has the name `Guest`, and the id of their visit in place of a member’s. */
export const Attendee = rowObject({
  memberId: z.string(),
  name: z.string(),
  pronouns: z.array(z.string()),
  pictureUrl: z.string(),
})
export type Attendee = z.infer<typeof Attendee>

/** Who shows that they’re going to a practice. */
export const whoIsGoing = {
  get: contract
    .route({
      method: 'GET',
      path: '/practices/{practiceId}/going',
      tags: ['practices'],
      summary: 'Who’s going',
      description:
        'Members with a spot at an upcoming practice who show that they’re going, in the order of their RSVPs. The others are only counted in `total`.',
    })
    .input(z.strictObject({ practiceId: id }))
    .output(z.object({ people: z.array(GoingMember), total: wholeNumber })),
}

/** What officers show at the range, and members type or scan to check in. */
export const checkInCode = {
  get: contract
    .route({
      method: 'GET',
      path: '/practices/{practiceId}/check-in-code',
      tags: ['practices'],
      summary: 'The check-in code',
      description:
        'Of a live practice whose members need a code to check in: the code of now, and those of the next minutes, for a screen that loses its connection.',
    })
    .input(z.strictObject({ practiceId: id }))
    .output(
      z.object({
        codes: z.array(
          z.object({
            code: z.string(),
            /** When it is shown: for 30 seconds. It works for 3 minutes. */
            from: instant,
            until: instant,
            /** What the QR code says: the page to check in, with this code. */
            link: z.string(),
          }),
        ),
      }),
    ),
}

const practiceId = z.strictObject({ practiceId: id })
const tags = ['practices']

export const practices = {
  answer: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/rsvp',
      tags,
      summary: 'RSVP to a practice',
      description:
        'As archer or driver, or that you can’t come, which frees your spot; null clears the RSVP. When all spots are taken, you join the waitlist. If no one is moved up from it anymore, replying again takes a free spot.',
    })
    .input(z.strictObject({ practiceId: id, answer: z.nullable(z.enum(replies)) }))
    .output(
      z.pick(PracticeCard, {
        archers: true,
        drivers: true,
        seats: true,
        cantCome: true,
        waiting: true,
        myPosition: true,
        myAnswerLate: true,
      }),
    ),
  checkIn: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/check-in',
      tags,
      summary: 'Check in',
      description:
        'To the live practice, once, with a valid pass. With `usePass`, a day pass is used if no pass is active, in the same transaction, so that none is spent without a check-in. A practice may need the `code` that officers show at the range: it works for 3 minutes, and counts as late until 10 minutes after it was replaced. A practice may also leave it to officers to check members in.',
    })
    .input(
      z.strictObject({
        practiceId: id,
        usePass: z.optional(z.boolean()),
        code: z.optional(z.string().check(z.regex(codePattern))),
        /** The number in the QR code’s link, if the code is from there. */
        codeStep: z.optional(wholeNumber.check(z.gte(0))),
      }),
    )
    .output(
      z.object({
        checkedInAt: instant,
        /** After one was used; missing if none was. */
        dayPassesLeft: z.optional(wholeNumber),
        /** The code was late, which officers see. */
        lateCode: z.optional(z.boolean()),
      }),
    ),
  start: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/start',
      tags,
      summary: 'Start a practice',
      description:
        'From shortly before its start until its end. Starting the live one again changes nothing. `checkInMode` says how members check in; without it, as the club has set.',
    })
    .input(z.extend(practiceId, { checkInMode: z.optional(z.enum(checkInModes)) }))
    .output(z.object({ startedAt: instant })),
  endEarly: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/end-early',
      tags,
      summary: 'End the live practice early',
    })
    .input(practiceId)
    .output(z.object({ endedAt: instant })),
  takeBackEnd: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/take-back-end',
      tags,
      summary: 'Reopen a practice that ended early',
      description: 'Until its end time. It’s live again.',
    })
    .input(practiceId)
    .output(z.object({})),
  removeAttendee: contract
    .route({
      method: 'DELETE',
      path: '/practices/{practiceId}/attendees/{memberId}',
      tags,
      summary: 'Remove an attendee',
      description: 'From the live practice. They can check in again.',
    })
    .input(z.strictObject({ practiceId: id, memberId: id }))
    .output(z.object({})),
  removeSamples: contract
    .route({
      method: 'DELETE',
      path: '/sample-practices',
      tags,
      summary: 'Remove the samples',
      description: 'Removes the sample practices, maps, and links that a new club starts with.',
    })
    .input(z.strictObject({}))
    .output(z.object({ removed: wholeNumber })),
}
