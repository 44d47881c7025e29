import * as z from 'zod/mini'
import { longestPassword } from '#domain/passwords.ts'
import { contract } from './errors.ts'

const email = z.string().check(z.maxLength(1000))
const password = z.string().check(z.maxLength(longestPassword * 4))
const token = z.string().check(z.maxLength(200))
const nothing = z.object({})

const tags = ['account']

/** Making an account and proving its mailbox (D10–D13). Sign-in, sign-out and reset are `/api/auth/*`. */
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
}
