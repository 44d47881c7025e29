import * as z from 'zod/mini'
import { contract } from './errors.ts'
import { instant, role, wholeNumber } from './shapes.ts'

const link = z.object({ label: z.string(), url: z.string() })

/** What the browser needs to know of the club, before and after sign-in. */
export const Club = z.object({
  name: z.string(),
  emailDomain: z.string(),
  /** How the e-mail field is labelled. */
  emailLabel: z.string(),
  timeZone: z.string(),
  shortestPassword: wholeNumber,
  keepSignedIn: z.nullable(z.object({ days: wholeNumber })),
  startWindowMinutes: wholeNumber,
  /** Mails are not sent but kept at `/dev/mail`: a server without SMTP on one's own machine. */
  devMailbox: z.boolean(),
  storeLinks: z.object({ practices: z.nullable(z.string()), passes: z.nullable(z.string()) }),
  socialLinks: z.array(link),
})
export type Club = z.infer<typeof Club>

/** When the session ends by itself; the browser warns two minutes before either limit (D14). */
export const SessionLimits = z.object({
  /** The fixed limit. */
  expiresAt: instant,
  /** The idle limit, pushed on by each touch; null when this phone is kept signed in. */
  idleExpiresAt: z.nullable(instant),
})
export type SessionLimits = z.infer<typeof SessionLimits>

export const Person = z.object({
  userId: z.string(),
  email: z.string(),
  hasLoggedIn: z.boolean(),
  role,
  displayName: z.string(),
  nameFirst: z.string(),
  pictureUrl: z.string(),
  limits: SessionLimits,
})
export type Person = z.infer<typeof Person>

export const session = {
  /** The club, who is signed in (null: nobody) and the server's clock. */
  get: contract.route({ method: 'GET' }).output(z.object({ club: Club, person: z.nullable(Person), now: instant })),
  /** Says that the person did something just now; the app calls it at most once a minute. */
  touch: contract.input(z.strictObject({})).output(SessionLimits),
}
