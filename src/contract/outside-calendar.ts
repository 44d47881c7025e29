import * as z from 'zod/mini'
import { contract } from './operation.ts'
import { day, id, instant, wholeNumber } from './schemas.ts'

/** An event that was changed or left out, and why (features/calendar/calendar-source.ts). */
const EventNote = z.object({
  reason: z.enum(['left-out', 'repeat', 'repeat-part', 'dates', 'exceptions', 'end', 'zone', 'shared-id']),
  title: z.string(),
  /** The day of its start; null if unknown. */
  on: z.nullable(day),
})

const Times = { title: z.string(), location: z.string(), startsAt: instant, endsAt: instant, allDay: z.boolean() }
const PossibleEvent = z.object({ key: z.string(), startsOn: day, lastOn: day, ...Times })
export type PossibleEvent = z.infer<typeof PossibleEvent>

/** A practice whose event is gone, and the new events of which one may be its own. */
const UndecidedPractice = z.object({
  practiceId: z.string(),
  startsOn: day,
  lastOn: day,
  ...Times,
  archers: wholeNumber,
  drivers: wholeNumber,
  candidates: z.array(PossibleEvent),
})
export type UndecidedPractice = z.infer<typeof UndecidedPractice>

const CalendarReport = z.object({
  /** At most 100 of the events, and how many there are. */
  notes: z.array(EventNote),
  noted: wholeNumber,
  undecided: z.array(UndecidedPractice),
  /** Most practices are missing from the calendar: since when, how many, and when they are canceled. */
  held: z.nullable(z.object({ since: instant, practices: wholeNumber, until: instant })),
  /** Whether the calendar gives its events new ids again and again. */
  changesIds: z.boolean(),
})
export type CalendarReport = z.infer<typeof CalendarReport>

const eventKey = z.string().check(z.regex(/^[\w-]{1,40}$/))

const tags = ['practices']

/** What officers should know, and decide, about the club's external calendar. */
export const outsideCalendar = {
  get: contract
    .route({
      method: 'GET',
      path: '/outside-calendar',
      tags,
      summary: 'What the last reading of the external calendar left open',
    })
    .output(CalendarReport),
  decide: contract
    .route({
      method: 'PUT',
      path: '/outside-calendar/practices/{practiceId}',
      tags,
      summary: 'Say which event an undecided practice is',
      description:
        'The event’s key, or null if it is none of them: then the practice is canceled. Otherwise its RSVPs stay.',
    })
    .input(z.strictObject({ practiceId: id, event: z.nullable(eventKey) }))
    .output(z.object({})),
  cancelHeld: contract
    .route({
      method: 'PUT',
      path: '/outside-calendar/held',
      tags,
      summary: 'Cancel the practices that are missing from the calendar without waiting longer',
      description: 'Takes effect with the next reading, within a minute.',
    })
    .input(z.strictObject({ since: instant }))
    .output(z.object({})),
}
