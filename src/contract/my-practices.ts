import * as z from 'zod/mini'
import { contract, mayBeUnchanged } from './operation.ts'
import { PracticeCard } from './practices.ts'
import { day, instant, rowObject, wholeNumber } from './schemas.ts'

/** A coming practice that I answered, as my own page shows it. */
export const AnsweredPractice = z.omit(PracticeCard, { organizer: true, startableFrom: true })
export type AnsweredPractice = z.infer<typeof AnsweredPractice>

export const AttendedPractice = rowObject({
  id: z.string(),
  title: z.string(),
  startsOn: day,
  checkedInAt: instant,
  /** Myself, an officer, or a list from before I had an account. */
  checkedInBy: z.enum(['me', 'officer', 'list']),
  /** The officer's name; null where there is none, or not any more. */
  officer: z.nullable(z.string()),
  /** What the officer gave as the reason; mostly empty. */
  reason: z.string(),
})
export type AttendedPractice = z.infer<typeof AttendedPractice>

export const MyPractices = z.object({
  /** Paid minus attended; negative means outstanding. */
  balance: wholeNumber,
  attended: wholeNumber,
  dayPasses: wholeNumber,
  hasCar: z.boolean(),
  /** What I answered and is yet to come, the next first; cancelled ones too. */
  ahead: z.array(AnsweredPractice),
  /** Newest first. Counted in full; of more than a thousand practices the oldest are in the export alone. */
  semesters: z.array(
    z.object({
      /** For addresses, like `fall-2026`. */
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
