import * as z from 'zod/mini'
import { mostWeeks } from '#domain/practice-plan.ts'
import { contract } from './errors.ts'
import { id, instant } from './schemas.ts'

const tags = ['practices']
const plan = {
  title: z.string().check(z.maxLength(1000)),
  location: z._default(z.string().check(z.maxLength(500)), ''),
  description: z._default(z.string().check(z.maxLength(4000)), ''),
  startsOn: z.string().check(z.maxLength(20), z.describe('The local day, YYYY-MM-DD.')),
  startTime: z.string().check(z.maxLength(10), z.describe('Local time at the club, HH:MM.')),
  endTime: z.string().check(z.maxLength(10), z.describe('On the same day, HH:MM.')),
}
/** The practice as the officer saw it. */
const expected = z.strictObject({
  title: z.string(),
  location: z.string(),
  description: z.string(),
  startsAt: instant,
  endsAt: instant,
  cancelled: z.boolean(),
})

/** The built-in calendar, where the club has no other (D22). */
export const schedule = {
  create: contract
    .route({
      method: 'POST',
      path: '/schedule',
      tags,
      summary: 'Plan a practice, or a weekly series',
      description: 'Only with the built-in calendar. Practices more than 90 days ahead appear closer to their date.',
    })
    .input(z.strictObject({ ...plan, weeks: z.int().check(z.gte(1), z.lte(mostWeeks)) }))
    .output(z.object({ created: z.int() })),
  change: contract
    .route({ method: 'PUT', path: '/schedule/{practiceId}', tags, summary: 'Change an upcoming practice' })
    .input(z.strictObject({ practiceId: id, expected, ...plan }))
    .output(z.object({})),
  cancel: contract
    .route({
      method: 'PUT',
      path: '/schedule/{practiceId}/cancelled',
      tags,
      summary: 'Cancel or restore an upcoming practice',
    })
    .input(z.strictObject({ practiceId: id, expected, cancelled: z.boolean() }))
    .output(z.object({})),
}
