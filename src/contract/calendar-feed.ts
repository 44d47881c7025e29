import * as z from 'zod/mini'
import { contract } from './operation.ts'
import { instant } from './schemas.ts'

const tags = ['calendar']
const nothing = z.object({})

/** A member's own calendar feed, for calendar apps. The URL is a secret: anyone who has it can read the feed. */
export const calendarFeed = {
  get: contract
    .route({
      method: 'GET',
      path: '/calendar-feed',
      tags,
      summary: 'My calendar link',
      description:
        'The URL of my calendar feed, if there is one. `wasReset`: there was one, and it ended with a new password, logging out everywhere, or a restored backup.',
    })
    .output(z.object({ feed: z.nullable(z.object({ url: z.string(), createdAt: instant })), wasReset: z.boolean() })),
  create: contract
    .route({
      method: 'PUT',
      path: '/calendar-feed/link',
      tags,
      summary: 'Get my calendar link',
      description: 'If there’s already one, nothing changes.',
    })
    .input(z.strictObject({}))
    .output(nothing),
  renew: contract
    .route({
      method: 'POST',
      path: '/calendar-feed/link/renew',
      tags,
      summary: 'Replace my calendar link',
      description: 'The old link stops working immediately.',
    })
    .input(z.strictObject({}))
    .output(nothing),
  remove: contract
    .route({
      method: 'DELETE',
      path: '/calendar-feed/link',
      tags,
      summary: 'Remove my calendar link',
      description: 'The feed stops working immediately.',
    })
    .input(z.strictObject({}))
    .output(nothing),
}
