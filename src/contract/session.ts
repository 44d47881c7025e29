import * as z from 'zod/mini'
import { longestPassword } from '#domain/passwords.ts'
import { bowTypes } from '#domain/profile.ts'
import { contract } from './operation.ts'
import { id, instant, role, wholeNumber } from './schemas.ts'

const link = z.object({ label: z.string(), url: z.string() })

/** Club settings that the browser needs, before and after logging in. */
export const Club = z.object({
  name: z.string(),
  emailDomain: z.string(),
  /** Label of the email field. */
  emailLabel: z.string(),
  timeZone: z.string(),
  shortestPassword: wholeNumber,
  keepSignedIn: z.nullable(z.object({ days: wholeNumber })),
  startWindowMinutes: wholeNumber,
  /** Whether members may show one another that they’re going to a practice. */
  showWhoIsGoing: z.boolean(),
  /** Whether emails go to the development mailbox instead of being sent: a local server without SMTP. */
  devMailbox: z.boolean(),
  storeLinks: z.object({ practices: z.nullable(z.string()), passes: z.nullable(z.string()) }),
  /** What the store sells for practices and passes, as far as the club says what it costs. */
  prices: z.array(
    z.object({ product: z.string(), paidPractices: wholeNumber, dayPasses: wholeNumber, cents: wholeNumber }),
  ),
  /** Where members read their email in the browser; null if the club hasn't said. */
  webmailUrl: z.nullable(z.string()),
  /** The form RM01 for drivers. */
  rm01Url: z.nullable(z.string()),
  socialLinks: z.array(link),
  contactEmail: z.nullable(z.string()),
  /** The footer links among `/merch`, `/sponsorship`, and `/donate` that the club has. */
  footerPaths: z.array(z.string()),
  /** In place of the target in the header; null if the club has no logo. */
  logoUrl: z.nullable(z.string()),
  /** A style sheet with the club’s color; null for the app’s own colors. */
  colorCss: z.nullable(z.string()),
  /** Whether any footer links are samples, which a new club has until it sets its own. */
  sampleFooter: z.boolean(),
})
export type Club = z.infer<typeof Club>

/** When the session expires; the browser warns two minutes before either limit. */
export const SessionLimits = z.object({
  /** The absolute limit. */
  expiresAt: instant,
  /** The idle limit, extended by each touch; null if this device stays logged in. */
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
  /** The default for a new scorecard. */
  bowType: z.nullable(z.enum(bowTypes)),
  /** Whether other members see that I’m going to a practice; null until I have chosen. */
  showGoing: z.nullable(z.boolean()),
  limits: SessionLimits,
  /**
   * Versions of the live topics that this response was read from, as in `/live`. They are read before the person, so a
   * concurrent change shows up as a newer version.
   */
  versions: z.object({ member: wholeNumber, club: wholeNumber }),
  /** Lets this device ask, after the session has ended, whether the account still exists (`account.isGone`). */
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
    .output(
      z.object({
        club: Club,
        person: z.nullable(Person),
        now: instant,
        /** On a kiosk, where no one is logged in. */
        kiosk: z.optional(z.literal(true)),
      }),
    ),
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

/** One of my active sessions. */
export const MySession = z.object({
  id: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  /** Browser and system, such as "Chrome on Android". */
  device: z.string(),
  signedInAt: instant,
  lastActiveAt: instant,
  /** "Keep me logged in on this device": when that ends; null for an ordinary session. */
  keptUntil: z.nullable(instant),
})
export type MySession = z.infer<typeof MySession>

/** My active sessions. */
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
