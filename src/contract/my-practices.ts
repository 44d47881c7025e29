import * as z from 'zod/mini'
import { contract, mayBeUnchanged } from './operation.ts'
import { ComingPractice } from './practices.ts'
import { day, instant, rowObject, wholeNumber } from './schemas.ts'

/** An upcoming practice that I have an RSVP for. */
export const AnsweredPractice = z.omit(ComingPractice, { organizer: true, startableFrom: true })
export type AnsweredPractice = z.infer<typeof AnsweredPractice>

export const AttendedPractice = rowObject({
  id: z.string(),
  title: z.string(),
  startsOn: day,
  checkedInAt: instant,
  /** Me, an officer, or a list from before I had an account; `guest` if I came as a guest then, which doesn’t count. */
  checkedInBy: z.enum(['me', 'officer', 'list', 'guest']),
  /** Null if it was not an officer, or the officer has left. */
  officer: z.nullable(z.string()),
  /** The reason that the officer gave; mostly empty. */
  reason: z.string(),
})
export type AttendedPractice = z.infer<typeof AttendedPractice>

/** A practice that I had a spot at and didn't come to. */
export const MissedPractice = z.object({
  id: z.string(),
  title: z.string(),
  startsOn: day,
  /** Why an officer has excused it; null without an excuse. */
  excuse: z.nullable(z.string()),
})
export type MissedPractice = z.infer<typeof MissedPractice>

export const MyPractices = z.object({
  /** Paid minus attended; negative means outstanding. */
  balance: wholeNumber,
  attended: wholeNumber,
  dayPasses: wholeNumber,
  hasCar: z.boolean(),
  /** My upcoming RSVPs, earliest first, including canceled practices. */
  ahead: z.array(AnsweredPractice),
  /** Newest first, at most a hundred. */
  missed: z.array(MissedPractice),
  /** Newest first. The counts are complete and without visits as a guest; beyond a thousand practices, the oldest are only in the export. */
  semesters: z.array(
    z.object({
      /** Used in URLs, such as `fall-2026`. */
      key: z.string(),
      name: z.string(),
      attended: wholeNumber,
      practices: z.array(AttendedPractice),
    }),
  ),
})
export type MyPractices = z.infer<typeof MyPractices>

export const myPractices = {
  get: contract
    .route({
      method: 'GET',
      path: '/my-practices',
      tags: ['practices'],
      summary: 'My practices',
      description:
        'My balance, my upcoming RSVPs, and what I attended, by semester. With a strong ETag, like the home page.',
      spec: mayBeUnchanged,
    })
    .output(MyPractices),
}
