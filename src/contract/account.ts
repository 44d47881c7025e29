import * as z from 'zod/mini'
import { longestPassword } from '#domain/passwords.ts'
import { contract } from './errors.ts'
import { instant } from './shapes.ts'

const email = z.string().check(z.maxLength(1000))
const password = z.string().check(z.maxLength(longestPassword * 4))
const token = z.string().check(z.maxLength(200))
const nothing = z.object({})

const tags = ['account']

const rows = z.array(z.record(z.string(), z.unknown()))

/** Everything that is held about a person, in words where the tables have ids (D42). */
export const OwnData = z.object({
  about: z.object({ club: z.string(), exportedAt: instant, what: z.string() }),
  account: z.record(z.string(), z.unknown()),
  profile: z.record(z.string(), z.unknown()),
  answers: rows,
  cantCome: rows,
  attendance: rows,
  carpoolCredits: rows,
  preRegistrations: rows,
  storeLines: rows,
  storeAddresses: rows,
  storeImports: rows,
  broughtAlong: rows,
  practicesStarted: rows,
  ledger: rows,
  log: rows,
  sessions: rows,
  links: rows,
  mails: rows,
  newsSwitchedOff: rows,
  devicesWithNotifications: rows,
  drafts: rows,
  recentRequests: rows,
  welcomeGrants: rows,
  limits: rows,
  changes: rows,
  pictures: rows,
  calendarLinks: rows,
  calendarEntries: rows,
  scorecards: rows,
  scoresWritten: rows,
})
export type OwnData = z.infer<typeof OwnData>

/** Making an account, proving its mailbox, and leaving (D10–D13, D42). Sign-in, sign-out and reset are `/api/auth/*`. */
export const account = {
  signUp: contract
    .route({
      method: 'POST',
      path: '/account/sign-up',
      tags,
      summary: 'Sign up',
      description: 'Makes an account that waits for its e-mail address to be verified, and sends the mail for that.',
    })
    .input(z.strictObject({ email, password }))
    .output(nothing),
  verify: contract
    .route({
      method: 'POST',
      path: '/account/verify',
      tags,
      summary: 'Verify the e-mail address',
      description:
        'Verifies and signs in when token and password fit one sign-up; the session cookie comes with the answer.',
    })
    .input(z.strictObject({ token, password, keepSignedIn: z.boolean() }))
    .output(z.object({ hasLoggedIn: z.boolean() })),
  resendVerification: contract
    .route({
      method: 'POST',
      path: '/account/resend-verification',
      tags,
      summary: 'Send the verification mail again',
      description: 'Answers alike whether or not such a sign-up waits; at most one mail a minute.',
    })
    .input(z.strictObject({ email }))
    .output(z.object({ nextInSeconds: z.number() })),
  resendExpired: contract
    .route({
      method: 'POST',
      path: '/account/resend-expired',
      tags,
      summary: 'Send a new link in place of an expired one',
      description: 'The token of the expired link is the proof of who asks.',
    })
    .input(z.strictObject({ token }))
    .output(z.object({ nextInSeconds: z.number() })),
  changePassword: contract
    .route({
      method: 'POST',
      path: '/account/change-password',
      tags,
      summary: 'Change my password',
      description: 'Ends every other session of mine and voids reset links; a mail tells me of it.',
    })
    .input(z.strictObject({ currentPassword: password, newPassword: password }))
    .output(nothing),
  exportData: contract
    .route({
      method: 'POST',
      path: '/account/export',
      tags,
      summary: 'Everything held about me',
      description: 'As a file to keep. It asks for the password, because a phone may be in another hand.',
    })
    .input(z.strictObject({ password }))
    .output(OwnData),
  delete: contract
    .route({
      method: 'POST',
      path: '/account/delete',
      tags,
      summary: 'Delete my account',
      description:
        'At once and for good: nothing that names me stays anywhere. Attendance goes on counting without a name. Not for the last officer.',
    })
    .input(z.strictObject({ password }))
    .output(nothing),
  wasDeleted: contract
    .route({
      method: 'POST',
      path: '/account/was-deleted',
      tags,
      summary: 'Whether a deletion has happened',
      description:
        'For who never heard the answer to one and can’t sign in to ask: its idempotency key, which nobody else knows, is the proof of who asks. Known for a day.',
    })
    .input(
      z.strictObject({
        userId: z.string().check(z.minLength(1), z.maxLength(100)),
        idempotencyKey: z.string().check(z.minLength(8), z.maxLength(200)),
      }),
    )
    .output(z.object({ deleted: z.boolean() })),
}
