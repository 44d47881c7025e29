import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { RequestReset, Reset, SignIn, SignOut } from '#contract/log-in.ts'
import { canonicalEmail, checkEmail } from '#domain/email.ts'
import { emailRefusals, messages } from '#domain/text/public-messages.ts'
import {
  clearedKioskCookie,
  clearedSessionCookie,
  deviceCookieName,
  deviceOf,
  newDeviceCookie,
  sessionCookie,
} from '#server/auth/cookies.ts'
import { type AuthEvent, logAuthEvent } from '#server/auth/login-attempts.ts'
import { withMinimumDuration } from '#server/auth/min-duration.ts'
import { isWeakFor } from '#server/auth/password-rules.ts'
import { authenticate } from '#server/auth/sessions.ts'
import type { AppContext } from '#server/context.ts'
import { errorBody, tooManyTries } from '#server/http/errors.ts'
import { signIn, signOut } from './log-in.ts'
import { resetPassword } from './reset-password.ts'
import { requestLink } from './sign-up.ts'

/** Sign-in, sign-out and password reset: every route below `/api/auth`. */
export function addAuthRoutes(app: FastifyInstance, ctx: AppContext) {
  const note = ({ request }: At, act: AuthEvent['act'], outcome: string, account: string | null) =>
    logAuthEvent(ctx, { act, outcome, account, ip: request.ip, requestId: request.id })
  const post = <T>(path: string, schema: z.ZodMiniType<T>, act: (input: T, at: At) => Promise<unknown>) =>
    app.post(`/api/auth${path}`, { config: { policy: 'anyone' } }, async (request, reply) => {
      const parsed = z.safeParse(schema, request.body)
      if (!parsed.success)
        return fail({ request, reply }, 400, 'BAD_REQUEST', 'This request has missing or unknown fields.')
      return act(parsed.data, { request, reply })
    })

  post('/sign-in/email', SignIn, async (input, at) => {
    const { request, reply } = at
    const account = canonicalEmail(input.email)
    const device = deviceOf(request.cookies[deviceCookieName(ctx.baseUrl)], ctx.secrets, account)
    const done = await signIn(ctx, {
      email: input.email,
      password: input.password,
      keep: input.rememberMe,
      ip: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      previous: await authenticate(ctx, request),
      device,
    })
    note(at, 'sign-in', done.outcome, account)
    if (done.outcome === 'too-many') return failTooMany(at, done.retryAfterMs)
    if (done.outcome === 'invalid') return fail(at, 401, 'INVALID_EMAIL_OR_PASSWORD', messages.signInFailed)
    if (done.outcome === 'unverified') return fail(at, 403, 'EMAIL_NOT_VERIFIED', messages.emailUnverified)
    reply.header('set-cookie', sessionCookie(ctx.baseUrl, ctx.secrets, done.token, done.maxAgeSeconds))
    reply.header('set-cookie', clearedKioskCookie(ctx.baseUrl))
    if (device === null) reply.header('set-cookie', newDeviceCookie(ctx.baseUrl, ctx.secrets, account))
    return { hasLoggedIn: done.hasLoggedIn }
  })

  post('/sign-out', SignOut, async (_input, at) => {
    const { request, reply } = at
    const me = await authenticate(ctx, request)
    if (me) {
      await signOut(ctx, me)
      note(at, 'sign-out', 'signed-out', me.email)
    }
    reply.header('set-cookie', clearedSessionCookie(ctx.baseUrl)).header('clear-site-data', '"cache"')
    return {}
  })

  post('/request-password-reset', RequestReset, async (input, at) => {
    const checked = checkEmail(input.email, ctx.club.emailDomain)
    if (checked.outcome === 'refused')
      return fail(at, 422, 'INVALID_EMAIL', emailRefusals[checked.reason](ctx.club.emailDomain))
    const { ip } = at.request
    const done = await withMinimumDuration(() =>
      ctx.write((tx) => requestLink(tx, ctx, { kind: 'reset', email: checked.email, ip })),
    )
    ctx.outbox.wake()
    return done.outcome === 'too-many' ? failTooMany(at, done.retryAfterMs) : {}
  })

  post('/reset-password', Reset, async (input, at) => {
    if (await isWeakFor(ctx.club, input.newPassword)) return fail(at, 422, 'PASSWORD_WEAK', messages.passwordWeak)
    const { outcome, account, calendarLinkReset } = await resetPassword(ctx, input)
    note(at, 'reset', outcome, account)
    if (outcome === 'link-expired') return fail(at, 400, 'INVALID_TOKEN', messages.linkExpired, { reason: outcome })
    if (outcome === 'link-unknown') return fail(at, 400, 'INVALID_TOKEN', messages.linkUnknown, { reason: outcome })
    return { calendarLinkReset }
  })
}

type At = { request: FastifyRequest; reply: FastifyReply }

function fail({ request, reply }: At, status: number, code: string, message: string, data?: unknown) {
  return reply.code(status).send(errorBody(code, message, request.id, data))
}

function failTooMany(at: At, retryAfterMs: number) {
  const error = tooManyTries(retryAfterMs)
  at.reply.header('retry-after', String(error.data.retryAfterSeconds))
  return fail(at, 429, error.code, error.message, error.data)
}
