import * as z from 'zod/mini'
import { codeKinds } from '#domain/email-code.ts'
import { longestPassword } from '#domain/passwords.ts'
import { contract } from './operation.ts'

const email = z.string().check(z.maxLength(1000))
const password = z.string().check(z.maxLength(longestPassword * 4))
const token = z.string().check(z.maxLength(200))
const nothing = z.object({})

const tags = ['account']

/**
 * Signing up, verifying an email address, and deleting an account. Logging in and out and resetting a password are
 * `/api/auth/*`; the personal data export has its own route (account/data-export-route.ts).
 */
export const account = {
  signUp: contract
    .route({
      method: 'POST',
      path: '/account/sign-up',
      tags,
      summary: 'Sign up',
      description: 'Creates an account and emails a link to verify its address.',
    })
    .input(z.strictObject({ email, password }))
    .output(nothing),
  verify: contract
    .route({
      method: 'POST',
      path: '/account/verify',
      tags,
      summary: 'Verify an email',
      description:
        'Verifies the email and logs in if the token and password belong to the same sign-up. The response sets the session cookie.',
    })
    .input(z.strictObject({ token, password, keepSignedIn: z.boolean() }))
    .output(z.object({ hasLoggedIn: z.boolean() })),
  resendVerification: contract
    .route({
      method: 'POST',
      path: '/account/resend-verification',
      tags,
      summary: 'Resend the verification email',
      description: 'The response is the same whether or not there is such a sign-up. At most one email a minute.',
    })
    .input(z.strictObject({ email }))
    .output(z.object({ nextInSeconds: z.number() })),
  resendExpired: contract
    .route({
      method: 'POST',
      path: '/account/resend-expired',
      tags,
      summary: 'Replace an expired link',
      description: 'The expired link’s token identifies the account.',
    })
    .input(z.strictObject({ token }))
    .output(z.object({ nextInSeconds: z.number() })),
  enterCode: contract
    .route({
      method: 'POST',
      path: '/account/enter-code',
      tags,
      summary: 'Exchange a code for its link’s token',
      description:
        'Emails with a link to verify, to choose a new password, or to unsubscribe also have a code, in case a mail program breaks the link. The token does what the link’s own token does, until the link is used or expires. After five wrong codes, the codes already sent to this address no longer work. The response is the same whether or not there is such an account.',
    })
    .input(z.strictObject({ email, code: z.string().check(z.maxLength(100)) }))
    .output(z.object({ kind: z.enum(codeKinds), token: z.string(), expired: z.boolean() })),
  changePassword: contract
    .route({
      method: 'POST',
      path: '/account/change-password',
      tags,
      summary: 'Change my password',
      description:
        'Ends all my other sessions, cancels reset links, and resets my calendar link unless `resetCalendarLink` is false. I’m notified by email.',
    })
    .input(
      z.strictObject({
        currentPassword: password,
        newPassword: password,
        resetCalendarLink: z._default(z.boolean(), true),
      }),
    )
    .output(z.object({ calendarLinkReset: z.boolean() })),
  delete: contract
    .route({
      method: 'POST',
      path: '/account/delete',
      tags,
      summary: 'Delete my account',
      description:
        'Immediate and permanent: nothing that names me is kept. Attendance still counts, without a name. Refused for the last officer.',
    })
    .input(z.strictObject({ password }))
    .output(nothing),
  wasDeleted: contract
    .route({
      method: 'POST',
      path: '/account/was-deleted',
      tags,
      summary: 'Check whether a deletion went through',
      description:
        'For a client that never got the response and can no longer log in. The request’s idempotency key, which no one else knows, identifies it. Available for a day.',
    })
    .input(
      z.strictObject({
        userId: z.string().check(z.minLength(1), z.maxLength(100)),
        idempotencyKey: z.string().check(z.minLength(8), z.maxLength(200)),
      }),
    )
    .output(z.object({ deleted: z.boolean() })),
  isGone: contract
    .route({
      method: 'POST',
      path: '/account/is-gone',
      tags,
      summary: 'Check whether an account is gone',
      description:
        'For a device whose session has ended: whether the account was removed or deleted, so that the device forgets everything it kept for it. The response also empties the browser’s cache (`Clear-Site-Data`). `mark` is the `deviceMark` that the session had; with any other one the response is always false.',
    })
    .input(
      z.strictObject({
        userId: z.string().check(z.minLength(1), z.maxLength(100)),
        mark: z.string().check(z.maxLength(100)),
      }),
    )
    .output(z.object({ gone: z.boolean() })),
}
