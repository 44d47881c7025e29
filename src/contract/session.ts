import * as z from 'zod/mini'
import { longestPassword } from '#domain/passwords.ts'
import { bowTypes } from '#domain/profile.ts'
import { contract } from './operation.ts'
import { id, instant, role, wholeNumber } from './schemas.ts'

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
  /** Mails are not sent but kept in the development mailbox: a server without SMTP on one's own machine. */
  devMailbox: z.boolean(),
  storeLinks: z.object({ practices: z.nullable(z.string()), passes: z.nullable(z.string()) }),
  socialLinks: z.array(link),
  contactEmail: z.nullable(z.string()),
  /** Links of the footer: `/merch`, `/sponsorship`, `/donate`, except those that the club says it has none of. */
  footerPaths: z.array(z.string()),
  /** Whether some of the footer's links are samples, which new clubs start with until they set their own. */
  sampleFooter: z.boolean(),
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
  pronouns: z.array(z.string()),
  pictureUrl: z.string(),
  /** What a new scorecard starts with. */
  bowType: z.nullable(z.enum(bowTypes)),
  limits: SessionLimits,
  /**
   * The versions of the topics this was read from, as `/live` counts them: read before the person, so that a change in between
   * shows as a newer one.
   */
  versions: z.object({ member: wholeNumber, club: wholeNumber }),
  /** With it, this device can ask after the session’s end whether the account is still there (`account.isGone`). */
  deviceMark: z.string(),
})
export type Person = z.infer<typeof Person>

const tags = ['session']

export const session = {
  get: contract
    .route({
      method: 'GET',
      path: '/session',
      tags,
      summary: 'The club and the current user',
      description: 'The club, the logged-in user (null if none), and the server’s clock. Doesn’t count as activity.',
    })
    .output(z.object({ club: Club, person: z.nullable(Person), now: instant })),
  touch: contract
    .route({
      method: 'POST',
      path: '/session/touch',
      tags,
      summary: 'Keep the session alive',
      description: 'Reports activity. The app calls it at most once a minute.',
    })
    .input(z.strictObject({}))
    .output(SessionLimits),
  enterPassword: contract
    .route({
      method: 'POST',
      path: '/session/password',
      tags,
      summary: 'Enter your password again',
      description:
        'For what officers can only do within 10 minutes of entering their password (PASSWORD_NEEDED). Logging in counts as entering it.',
    })
    .input(z.strictObject({ password: z.string().check(z.maxLength(longestPassword * 4)) }))
    .output(z.object({})),
}

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
