import { checkEmail } from '#domain/email.ts'
import { readCode } from '#domain/email-code.ts'
import { displayName, firstName } from '#domain/names.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { codeMessages } from '#domain/text/email-link-messages.ts'
import { emailRefusals, messages } from '#domain/text/public-messages.ts'
import { findCredentialOf, leaveSession, lockCredentialOf, openSession } from '#server/auth/accounts.ts'
import { consumeLink, deleteLinks, findLink, linkKinds } from '#server/auth/email-tokens.ts'
import { logAuthEvent, recordAttempt } from '#server/auth/login-attempts.ts'
import { withMinimumDuration } from '#server/auth/min-duration.ts'
import { isWeakFor } from '#server/auth/password-rules.ts'
import { findLiveSession, limitsOf, type SignedIn } from '#server/auth/sessions.ts'
import { monotonicText } from '#server/clock.ts'
import type { Tx } from '#server/db/database.ts'
import { publicClub } from '#server/features/info/public-club.ts'
import { refuse, refuseField, tooManyTries } from '#server/http/errors.ts'
import { publicProcedure, signedInProcedure } from '#server/http/procedures.ts'
import { readVersions } from '#server/live/stream.ts'
import { enterCode as enterCodeIn } from './email-codes.ts'
import { foreseeSignUp, requestLink, signUp as signUpIn } from './sign-up.ts'

const nextEmailInSeconds = rateRules.mails.leastGapMs / 1000

const signUp = publicProcedure.account.signUp.handler(async ({ input, context: { ctx, write, wasCarriedOut, ip } }) => {
  const checked = checkEmail(input.email, ctx.club.emailDomain)
  if (checked.outcome === 'refused') throw refuseField('email', emailRefusals[checked.reason](ctx.club.emailDomain))
  // A retry gets the stored response, which costs nothing.
  const foreseen = (await wasCarriedOut()) ? 'repeated' : await foreseeSignUp(ctx, { email: checked.email, ip })
  if (foreseen !== null && typeof foreseen !== 'string') throw tooManyTries(foreseen.retryAfterMs)
  const isNew = foreseen === null
  if (isNew && (await isWeakFor(ctx.club, input.password))) throw refuseField('password', messages.passwordWeak)
  // Hashed before the transaction, because it would block all other writes for a tenth of a second.
  const passwordHash = isNew ? await ctx.hashing.hash(input.password, { forSignUp: true }) : null
  const signUpNow = () => write((tx) => signUpIn(tx, ctx, { email: checked.email, passwordHash, ip }))
  // A club that shows which addresses have an account doesn't need to hide it in the response time.
  const done = await (ctx.club.passwords.hideKnownAddresses ? withMinimumDuration(signUpNow) : signUpNow())
  ctx.outbox.wake()
  if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
  if (done.outcome === 'in-use') throw refuseField('email', 'This email is already in use.')
  return {}
})

const verify = publicProcedure.account.verify.handler(async ({ input, context }) => {
  const { ctx, ip, userAgent, me, requestId } = context
  const link = await findLink(ctx.database.db, ctx.secrets, 'verify', input.token)
  if (!link) throw refuse('link-unknown', messages.linkUnknown)
  if (link.expiresAt <= context.now()) throw refuse('link-expired', messages.linkExpired)
  const credential = await findCredentialOf(ctx.database.db, link.userId)
  if (!credential?.passwordHash || credential.removedAt !== null) throw refuse('link-unknown', messages.linkUnknown)
  const account = credential.email
  const note = (outcome: string) => logAuthEvent(ctx, { act: 'verify', outcome, account, ip, requestId })
  const counted = await recordAttempt(ctx, { account, ip, known: `link:${link.id}` })
  if ('retryAfterMs' in counted) {
    note('too-many')
    throw tooManyTries(counted.retryAfterMs)
  }
  const facts = { hash: credential.passwordHash, password: input.password }
  const right = await ctx.hashing.verify(facts).catch(async (error) => {
    await ctx.write(counted.giveBack)
    throw error
  })
  if (!right) {
    note('wrong')
    throw refuseField('password', 'That’s not the password you chose when you created your account. Try again.')
  }
  const opened = await ctx.write(async (tx, announce) => {
    const current = await lockCredentialOf(tx, link.userId)
    await counted.giveBack(tx)
    // If someone has signed up with the address again since then, this link is void.
    if (current?.passwordHash !== credential.passwordHash || !(await consumeLink(tx, link.id))) return null
    await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', link.userId).execute()
    await deleteLinks(tx, link.userId, linkKinds)
    if (me) await leaveSession(tx, me, { userId: link.userId })
    announce(`member:${link.userId}`, 'members')
    const nowMs = ctx.clock.now()
    return openSession(tx, ctx, { userId: link.userId, keep: input.keepSignedIn, userAgent, nowMs })
  })
  note(opened ? 'signed-in' : 'link-unknown')
  if (!opened) throw refuse('link-unknown', messages.linkUnknown)
  context.setSessionCookie(opened.token, opened.maxAgeSeconds, { account })
  return { hasLoggedIn: credential.hasLoggedIn === 1 }
})

const resendVerification = publicProcedure.account.resendVerification.handler(
  async ({ input, context: { ctx, write, ip } }) => {
    const checked = checkEmail(input.email, ctx.club.emailDomain)
    if (checked.outcome === 'refused') throw refuseField('email', emailRefusals[checked.reason](ctx.club.emailDomain))
    const done = await withMinimumDuration(() =>
      write((tx) => requestLink(tx, ctx, { kind: 'verify', email: checked.email, ip })),
    )
    ctx.outbox.wake()
    if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
    return { nextInSeconds: nextEmailInSeconds }
  },
)

const resendExpired = publicProcedure.account.resendExpired.handler(async ({ input, context: { ctx, write, ip } }) => {
  const done = await write(async (tx) => {
    for (const kind of linkKinds) {
      const link = await findLink(tx, ctx.secrets, kind, input.token)
      const credential = link && (await findCredentialOf(tx, link.userId))
      if (credential) return requestLink(tx, ctx, { kind, email: credential.email, ip })
    }
    return { outcome: 'gone' } as const
  })
  ctx.outbox.wake()
  if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
  if (done.outcome === 'gone') throw refuse('link-unknown', messages.linkUnknown)
  return { nextInSeconds: nextEmailInSeconds }
})

/**
 * By POST, so that no email scanner uses up attempts. It changes nothing but counts; the token it returns is consumed
 * elsewhere.
 */
const enterCode = publicProcedure.account.enterCode.handler(async ({ input, context: { ctx, ip, requestId } }) => {
  const checked = checkEmail(input.email, ctx.club.emailDomain)
  if (checked.outcome === 'refused') throw refuseField('email', emailRefusals[checked.reason](ctx.club.emailDomain))
  const code = readCode(input.code)
  if (code === null) throw refuseField('code', codeMessages.shape)
  const account = checked.email
  const done = await withMinimumDuration(() => enterCodeIn(ctx, { email: account, code, ip }))
  logAuthEvent(ctx, { act: 'code', outcome: done.outcome, account, ip, requestId })
  if (done.outcome === 'too-many') throw tooManyTries(done.retryAfterMs)
  if (!('kind' in done))
    throw done.outcome === 'void' ? refuse('code-void', codeMessages.void) : refuse('code-wrong', codeMessages.wrong)
  return { kind: done.kind, token: done.token, expired: done.outcome === 'expired' }
})

const get = publicProcedure.session.get.handler(async ({ context: { ctx, me, kiosk, now } }) => {
  const { member = 0, club = 0 } = me ? await readVersions(ctx, me) : {}
  // The session was looked up before the versions were read, so look again.
  const current = me && (await findLiveSession(ctx, me.token))
  return {
    club: publicClub(ctx),
    person: current && {
      ...publicPerson(current),
      versions: { member, club },
      deviceMark: ctx.secrets.deviceMark(current.id),
    },
    now: now(),
    ...(kiosk && { kiosk: true as const }),
  }
})

/**
 * Called only for a member's own actions: neither the live stream nor reading counts as activity, or an open tab would
 * never expire.
 */
const touch = signedInProcedure.session.touch.handler(async ({ context: { ctx, me } }) => {
  const lastActiveAt = monotonicText(ctx)
  const query = (tx: Tx) => tx.updateTable('session').set({ lastActiveAt }).where('id', '=', me.sessionId).execute()
  await ctx.write(query)
  return limitsOf(ctx, { ...me.times, lastActiveAt })
})

function publicPerson(me: SignedIn) {
  const { id, email, hasLoggedIn, role, pronouns, pictureUrl, bowType, showGoing, limits } = me
  const displayed = { displayName: displayName(me), nameFirst: firstName(me), pronouns, pictureUrl }
  return { userId: id, email, hasLoggedIn, role, ...displayed, bowType, showGoing, limits }
}

export const account = { signUp, verify, resendVerification, resendExpired, enterCode }
export const session = { get, touch }
