import * as z from 'zod/mini'
import { contract } from './errors.ts'
import { id, instant, wholeNumber } from './schemas.ts'

/** One sign-in of mine that is still good. */
export const MySession = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** Browser and system in words. */
  device: z.string(),
  signedInAt: instant,
  lastActiveAt: instant,
  /** "Keep me logged in on this device": until this moment; null for an ordinary one. */
  keptUntil: z.nullable(instant),
})
export type MySession = z.infer<typeof MySession>

const tags = ['session']

/** Where a person is signed in (D6, D14). */
export const sessions = {
  get: contract
    .route({ method: 'GET', path: '/sessions', tags, summary: 'Where I’m logged in', description: 'This one first.' })
    .output(z.object({ sessions: z.array(MySession) })),
  end: contract
    .route({ method: 'DELETE', path: '/sessions/{sessionId}', tags, summary: 'Log out another device' })
    .input(z.strictObject({ sessionId: id }))
    .output(z.object({})),
  endAll: contract
    .route({
      method: 'DELETE',
      path: '/sessions',
      tags,
      summary: 'Log out everywhere',
      description: 'Ends all my sessions, including this one, and their live streams. My calendar link is reset.',
    })
    .input(z.strictObject({}))
    .output(z.object({ ended: wholeNumber })),
}
