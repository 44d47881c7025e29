import * as z from 'zod/mini'
import { rsvpKinds } from '#domain/rsvp.ts'
import { contract } from './errors.ts'
import { day, id, instant, wholeNumber } from './shapes.ts'

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
  /** Those who answered, and the seats that the drivers offer to others. */
  archers: wholeNumber,
  drivers: wholeNumber,
  seats: wholeNumber,
  myAnswer: z.nullable(z.enum(rsvpKinds)),
})
export type PracticeCard = z.infer<typeof PracticeCard>

/** What members see of one another (D40). */
export const Attendee = z.object({
  memberId: z.string(),
  name: z.string(),
  pronouns: z.array(z.string()),
  pictureUrl: z.string(),
})
export type Attendee = z.infer<typeof Attendee>

const practiceId = z.strictObject({ practiceId: id })

export const practices = {
  /** Archer, driver, or null to withdraw (D28). */
  answer: contract
    .input(z.strictObject({ practiceId: id, answer: z.nullable(z.enum(rsvpKinds)) }))
    .output(z.object({ archers: wholeNumber, drivers: wholeNumber, seats: wholeNumber })),
  checkIn: contract.input(practiceId).output(z.object({ checkedInAt: instant })),
  /** Officers: from 30 minutes before the start until the end (D25). Starting the live one again changes nothing. */
  start: contract.input(practiceId).output(z.object({ startedAt: instant })),
  endEarly: contract.input(practiceId).output(z.object({ endedAt: instant })),
  takeBackEnd: contract.input(practiceId).output(z.object({})),
  /** Takes somebody out of the live practice; they may check in again (D30). */
  removeAttendee: contract.input(z.strictObject({ practiceId: id, memberId: id })).output(z.object({})),
  /** Officers: takes the sample practices of a fresh start away, all at once (D22). */
  removeSamples: contract.input(z.strictObject({})).output(z.object({ removed: wholeNumber })),
}
