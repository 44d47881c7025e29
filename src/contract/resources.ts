import * as z from 'zod/mini'
import { contract } from './operation.ts'
import { day, rowObject, wholeNumber } from './schemas.ts'

/** A club document, or a page that officers need, from the club's settings. */
export const ClubResource = z.object({
  label: z.string(),
  /** An https:// URL, or a path on this site. */
  url: z.string(),
  /** "Spreadsheet", "Folder", "Form"; null if not specified. */
  kind: z.nullable(z.string()),
  /** Date of the document. */
  date: z.nullable(day),
})
export type ClubResource = z.infer<typeof ClubResource>

export const resources = {
  get: contract
    .route({ method: 'GET', path: '/resources', tags: ['resources'], summary: 'The club’s documents and links' })
    .output(
      z.object({
        links: z.array(ClubResource),
        /** Whether these are samples, which a new club has until it sets its own. */
        samples: z.boolean(),
      }),
    ),
}

/** A past practice with its attendance; deleted ones are excluded. */
export const HeldPractice = rowObject({
  id: z.string(),
  title: z.string(),
  startsOn: day,
  /** Number of attendees, with or without an RSVP. */
  attended: wholeNumber,
  /** Number of RSVPs as archer or driver. */
  answered: wholeNumber,
  /** How many of those RSVPs attended. */
  came: wholeNumber,
})
export type HeldPractice = z.infer<typeof HeldPractice>

export const Turnout = z.object({
  /** Semesters with at least one practice, newest first. */
  semesters: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      practices: wholeNumber,
      /** Number of attendees of all of them together. */
      attended: wholeNumber,
    }),
  ),
  /** The requested semester, or the newest; null if none has a practice. */
  semester: z.nullable(z.string()),
  /** Practices of that semester, newest first. */
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
  /** Range calls, and what everyone does when they hear one. */
  calls: z.array(z.object({ hear: z.string(), act: z.string(), urgent: z.boolean() })),
  rules: z.array(z.string()),
})
export type RangeInfo = z.infer<typeof RangeInfo>

export const info = {
  get: contract
    .route({ method: 'GET', path: '/info', tags: ['info'], summary: 'Range calls and rules' })
    .output(RangeInfo),
}
