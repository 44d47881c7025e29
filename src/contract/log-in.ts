import * as z from 'zod/mini'

// Request bodies below /api/auth, which are not operations of the contract (server/features/account/log-in-routes.ts).

const text = z.string().check(z.maxLength(1000))

export const SignIn = z.strictObject({ email: text, password: text, rememberMe: z._default(z.boolean(), false) })
export const SignOut = z.strictObject({})
export const RequestReset = z.strictObject({ email: text })
export const Reset = z.strictObject({ token: text, newPassword: text })
