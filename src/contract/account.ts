import * as z from 'zod/mini'
import { longestPassword } from '#domain/passwords.ts'
import { contract } from './errors.ts'

const email = z.string().check(z.maxLength(1000))
const password = z.string().check(z.maxLength(longestPassword * 4))
const token = z.string().check(z.maxLength(200))
const nothing = z.object({})

/** Making an account and proving its mailbox (D10–D13). Sign-in, sign-out and reset are `/api/auth/*`. */
export const account = {
  signUp: contract.input(z.strictObject({ email, password })).output(nothing),
  /** Verifies and signs in when token and password fit one sign-up; the session cookie comes with the answer. */
  verify: contract
    .input(z.strictObject({ token, password, keepSignedIn: z.boolean() }))
    .output(z.object({ hasLoggedIn: z.boolean() })),
  /** Answers alike whether or not such a sign-up waits; at most one mail a minute. */
  resendVerification: contract.input(z.strictObject({ email })).output(z.object({ nextInSeconds: z.number() })),
  /** A new mail in place of an expired link, of which the token is the proof. */
  resendExpired: contract.input(z.strictObject({ token })).output(z.object({ nextInSeconds: z.number() })),
}
