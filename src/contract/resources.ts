import * as z from 'zod/mini'
import { contract } from './operation.ts'
import { day, rowObject, wholeNumber } from './schemas.ts'

/** A document of the club's, or a page that officers need, as the club's settings have it (D5). */
export const ClubResource = z.object({
  label: z.string(),
  /** An address that begins with https://, or a path of this site. */
  url: z.string(),
  /** "Spreadsheet", "Folder", "Form"; null where nobody said. */
  kind: z.nullable(z.string()),
  /** Of when it is. */
  date: z.nullable(day),
})
export type ClubResource = z.infer<typeof ClubResource>

export const resources = {
  get: contract
    .route({ method: 'GET', path: '/resources', tags: ['resources'], summary: 'The club’s documents and links' })
    .output(
      z.object({
        links: z.array(ClubResource),
        /** Whether they are the ones that a new club starts with, until it sets its own. */
        samples: z.boolean(),
      }),
    ),
}

/** A practice that took place, with who came; deleted ones are left out (D31). */
export const HeldPractice = rowObject({
  id: z.string(),
  title: z.string(),
  startsOn: day,
  /** Heads, answered or not. */
  attended: wholeNumber,
  /** Those who had answered as archer or driver. */
  answered: wholeNumber,
  /** Of these, who were there. */
  came: wholeNumber,
})
export type HeldPractice = z.infer<typeof HeldPractice>

export const Turnout = z.object({
  /** Those in which a practice took place, newest first. */
  semesters: z.array(z.object({ key: z.string(), name: z.string(), practices: wholeNumber })),
  /** The one that is shown: as asked for, or the newest; null where none has had a practice. */
  semester: z.nullable(z.string()),
  /** Of that semester, newest first. */
  practices: z.array(HeldPractice),
})
export type Turnout = z.infer<typeof Turnout>

export const turnout = {
  get: contract
    .route({
      method: 'GET',
      path: '/turnout',
      tags: ['practices'],
      summary: 'Attendance over a semester',
      description: 'Each practice that took place, with its number of RSVPs and attendees.',
    })
    .input(z.prefault(z.strictObject({ term: z.optional(z.string().check(z.maxLength(200))) }), {}))
    .output(Turnout),
}

export const RangeInfo = z.object({
  /** What is heard on the range, and what everybody does then. */
  calls: z.array(z.object({ hear: z.string(), act: z.string(), urgent: z.boolean() })),
  rules: z.array(z.string()),
})
export type RangeInfo = z.infer<typeof RangeInfo>

export const info = {
  get: contract
    .route({ method: 'GET', path: '/info', tags: ['info'], summary: 'Range calls and rules' })
    .output(RangeInfo),
}
