import * as z from 'zod/mini'
import { replies } from '#domain/rsvp.ts'
import { contract } from './operation.ts'
import { day, id, instant, rowObject, wholeNumber } from './schemas.ts'

/** How many of those with a spot need a club bow, by the bow type of their profile. */
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
  /** The organizer's e-mail address as the calendar shows it; empty where it has none. */
  organizer: z.string(),
  startsAt: instant,
  endsAt: instant,
  /** Shown as a date, not as times (D24). `lastOn` is inclusive. */
  allDay: z.boolean(),
  startsOn: day,
  lastOn: day,
  /** The first moment at which an officer may start it. */
  startableFrom: instant,
  cancelled: z.boolean(),
  sample: z.boolean(),
  /** Those with a place, and the seats that their drivers offer to others. */
  archers: wholeNumber,
  drivers: wholeNumber,
  seats: wholeNumber,
  /** Those who said that they can't come. */
  cantCome: wholeNumber,
  /** Places there are, or null where as many as come may; and how many wait for one (D29). */
  attendanceLimit: z.nullable(wholeNumber),
  waiting: wholeNumber,
  /** Officers only, of a coming practice. */
  clubBows: z.nullable(ClubBows),
  myAnswer: z.nullable(z.enum(replies)),
  /** Mine among those who wait, from 1; null with a place, or without an answer. */
  myPosition: z.nullable(wholeNumber),
})
export type PracticeCard = z.infer<typeof PracticeCard>

/** What members see of one another (D40). */
export const Attendee = rowObject({
  memberId: z.string(),
  name: z.string(),
  pronouns: z.array(z.string()),
  pictureUrl: z.string(),
})
export type Attendee = z.infer<typeof Attendee>

const practiceId = z.strictObject({ practiceId: id })
const tags = ['practices']

export const practices = {
  /** D28. */
  answer: contract
    .route({
      method: 'PUT',
      path: '/practices/{practiceId}/rsvp',
      tags,
      summary: 'RSVP to a practice',
      description:
        'As archer or driver, or that you can’t come, which frees your spot; null clears the RSVP. When all spots are taken, you join the waitlist.',
    })
    .input(z.strictObject({ practiceId: id, answer: z.nullable(z.enum(replies)) }))
    .output(
      z.pick(PracticeCard, {
        ...{ archers: true, drivers: true, seats: true, cantCome: true, waiting: true },
        myPosition: true,
      }),
    ),
  checkIn: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/check-in',
      tags,
      summary: 'Check in',
      description: 'To the live practice, once, with a valid pass.',
    })
    .input(practiceId)
    .output(z.object({ checkedInAt: instant })),
  /** D25. */
  start: contract
    .route({
      method: 'POST',
      path: '/practices/{practiceId}/start',
      tags,
      summary: 'Start a practice',
      description: 'From shortly before its start until its end. Starting the live one again changes nothing.',
    })
    .input(practiceId)
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
  /** D30. */
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
  /** D22. */
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
