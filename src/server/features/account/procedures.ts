import { decideDeletion } from '#domain/members.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { deviceInWords, hasExpired } from '#domain/sessions.ts'
import { deletionRefusals } from '#domain/text/member-messages.ts'
import { messages } from '#domain/text/public-messages.ts'
import { endSession, endSessionsOf, findCredentialOf, lockCredentialOf, setPassword } from '#server/auth/accounts.ts'
import { deleteLinks } from '#server/auth/email-tokens.ts'
import { logAuthEvent, type RecordedAttempt, recordAttempt } from '#server/auth/login-attempts.ts'
import { isWeakFor } from '#server/auth/password-rules.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { noteEnteredPassword } from '#server/auth/sessions.ts'
import { monotonicText, toWallClock } from '#server/clock.ts'
import type { AppContext } from '#server/context.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { resetCalendarLink } from '#server/features/calendar-feed/queries.ts'
import { erase, finishErasure } from '#server/features/members/erase.ts'
import { dropPassCode } from '#server/features/passes/pass-code.ts'
import { lockSpotsOf, refillSpot, refillSpots } from '#server/features/practices/spots.ts'
import { notFound, refuse, refuseField, tooManyTries } from '#server/http/errors.ts'
import { publicProcedure, signedInProcedure } from '#server/http/procedures.ts'
import { lockActingOfficers, lockMember } from '#server/queries/members.ts'

/**
 * Changes the password. All other sessions and pending reset links end, because anyone who had the old password may
 * have those (T11), and so does the calendar link, unless its owner keeps it. A wrong current password is refused
 * inside the write, so that the retry of a request that already succeeded gets the stored response.
 */
const changePassword = signedInProcedure.account.changePassword.handler(async ({ input, context }) => {
  const { ctx, me, ip, write, requestId } = context
  if (await isWeakFor(ctx.club, input.newPassword)) throw refuseField('newPassword', messages.passwordWeak)
  const judged = await judgeOwnPassword(ctx, me, { password: input.currentPassword, ip, requestId })
  const passwordHash = judged.right ? await ctx.hashing.hash(input.newPassword) : null
  const done = await write(async (tx, announce) => {
    const current = await lockCredentialOf(tx, me.id)
    if (passwordHash === null || current?.passwordHash !== judged.passwordHash) throw wrongPassword('currentPassword')
    const tooMany = await consumeAttempt(tx, `password-changes:${me.id}`, rateRules.passwordChanges, ctx.clock.now())
    if (tooMany) return tooMany
    await setPassword(tx, ctx, me.id, passwordHash)
    await deleteLinks(tx, me.id, ['reset'])
    await endSessionsOf(tx, me.id, { but: me.sessionId })
    await noteEnteredPassword(tx, ctx, me)
    await dropPassCode(tx, me.id)
    const calendarLinkReset = input.resetCalendarLink && (await resetCalendarLink(tx, me.id))
    await ctx.outbox.add(tx, { kind: 'password-changed', userId: me.id })
    announce(`member:${me.id}`)
    return { calendarLinkReset }
  })
  await ctx.write(judged.giveBack)
  if ('retryAfterMs' in done) throw tooManyTries(done.retryAfterMs)
  ctx.outbox.wake()
  return done
})

/**
 * Deletes the account immediately and for good, in one transaction. The mailbox's keyed hash stays, so that another
 * sign-up doesn't get the welcome passes again.
 */
const deleteAccount = signedInProcedure.account.delete.handler(async ({ input, context }) => {
  const { ctx, me, ip, now, write, requestId } = context
  const judged = await judgeOwnPassword(ctx, me, { password: input.password, ip, requestId })
  await write(async (tx, announce) => {
    const locked = await lockSpotsOf(tx, me.id, now())
    const officers = await lockActingOfficers(tx)
    const current = await lockCredentialOf(tx, me.id)
    const member = await lockMember(tx, me.id)
    if (!judged.right || current?.passwordHash !== judged.passwordHash) throw wrongPassword('password')
    const decision = decideDeletion({
      person: { role: member.role, verified: current.emailVerified === 1, removed: false },
      otherOfficers: officers.filter((officer) => officer.id !== me.id).length,
    })
    if (decision.outcome === 'refused') throw refuse(decision.reason, deletionRefusals[decision.reason])
    await judged.giveBack(tx)
    const places = await refillSpots(tx, me.id, now(), locked)
    await erase(tx, announce, { id: me.id, email: current.email, now: now() })
    for (const practice of places) await refillSpot(tx, announce, ctx, practice, now())
    await saveAudit(tx, ctx, { actor: me.id, action: 'member.erase', target: me.id, requestId })
    return {}
  })
  ctx.outbox.wake()
  await finishErasure(ctx)
  context.clearSessionCookie()
  return {}
})

/**
 * Confirms the password for the operations in `needPassword` (contract/policies.ts), for a limited time. Repeating it
 * only restarts that time.
 */
export const enterPassword = signedInProcedure.session.enterPassword.handler(async ({ input, context }) => {
  const { ctx, me, ip, requestId } = context
  const judged = await judgeOwnPassword(ctx, me, { password: input.password, ip, requestId })
  if (!judged.right) throw wrongPassword('password')
  await ctx.write(async (tx) => {
    const current = await lockCredentialOf(tx, me.id)
    if (current?.passwordHash !== judged.passwordHash) throw wrongPassword('password')
    await judged.giveBack(tx)
    await noteEnteredPassword(tx, ctx, me)
  })
  return {}
})

/** Erasing leaves one stored response under a person's id: that of the deletion itself. */
const wasDeleted = publicProcedure.account.wasDeleted.handler(async ({ input, context: { ctx } }) => {
  const found = await ctx.database.db
    .selectFrom('idempotency')
    .innerJoin('member', 'member.id', 'idempotency.actor')
    .select('member.id')
    .where('actor', '=', input.userId)
    .where('key', '=', input.idempotencyKey)
    .where('erasedAt', 'is not', null)
    .executeTakeFirst()
  return { deleted: found !== undefined }
})

/** Writes nothing, and answers only a device that was signed in as this member. */
const isGone = publicProcedure.account.isGone.handler(
  async ({ input: { userId, mark }, context: { ctx, clearBrowserCache } }) => {
    clearBrowserCache()
    if (!ctx.secrets.isDeviceMark(userId, mark)) return { gone: false }
    const member = await ctx.database.db
      .selectFrom('member')
      .select('removedAt')
      .where('id', '=', userId)
      .executeTakeFirst()
    return { gone: member === undefined || member.removedAt !== null }
  },
)

export const ownAccount = { changePassword, delete: deleteAccount, wasDeleted, isGone }

const get = signedInProcedure.sessions.get.handler(async ({ context: { ctx, me } }) => {
  const now = monotonicText(ctx)
  const { idleMinutes } = ctx.club.session
  const rows = await ctx.database.db
    .selectFrom('session')
    .select(['id', 'userAgent', 'createdAt', 'lastActiveAt', 'expiresAt', 'kept', 'heldUntil'])
    .where('userId', '=', me.id)
    .orderBy('lastActiveAt', 'desc')
    .orderBy('id')
    .execute()
  const sessions = rows
    .filter(({ kept, ...times }) => !hasExpired({ ...times, kept: kept === 1 }, { now, idleMinutes }))
    .map((row) => ({
      id: row.id,
      current: row.id === me.sessionId,
      device: deviceInWords(row.userAgent ?? ''),
      signedInAt: toWallClock(ctx.clock, row.createdAt),
      lastActiveAt: toWallClock(ctx.clock, row.lastActiveAt),
      keptUntil: row.kept === 1 ? toWallClock(ctx.clock, row.expiresAt) : null,
    }))
  return { sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)) }
})

/** Another member's session gets the same 404 as one that doesn't exist. */
const end = signedInProcedure.sessions.end.handler(async ({ input, context }) => {
  const { me, write } = context
  await write(async (tx, announce) => {
    if (!(await endSession(tx, { id: input.sessionId, userId: me.id }))) throw notFound()
    announce(`member:${me.id}`)
    return {}
  })
  if (input.sessionId === me.sessionId) context.clearSessionCookie()
  return {}
})

const endAll = signedInProcedure.sessions.endAll.handler(async ({ context }) => {
  const { me, write } = context
  const answer = await write(async (tx, announce) => {
    const ended = await endSessionsOf(tx, me.id)
    await resetCalendarLink(tx, me.id)
    await dropPassCode(tx, me.id)
    announce(`member:${me.id}`)
    return { ended }
  })
  context.clearSessionCookie()
  return answer
})

export const sessions = { get, end, endAll }

type Judged = RecordedAttempt & {
  right: boolean
  /** The hash it was compared with, which may have changed by the time of the write. */
  passwordHash: string | null
}

/**
 * Verifies the password of a signed-in member before something that someone else with their phone should not do. Wrong
 * ones count as at sign-in, but for this session alone, so that guesses elsewhere don't lock owners out of their own
 * account. Hashing takes a tenth of a second and would block a write for as long, so it happens before; the write
 * checks that `passwordHash` is still the stored one.
 */
export async function judgeOwnPassword(
  ctx: AppContext,
  me: { id: string; email: string; sessionId: string },
  facts: { password: string; ip: string; requestId: string },
): Promise<Judged> {
  const { ip, requestId } = facts
  const note = (outcome: string) =>
    logAuthEvent(ctx, { act: 'own-password', outcome, account: me.email, ip, requestId })
  const counted = await recordAttempt(ctx, { account: me.email, ip, known: `session:${me.sessionId}` })
  if ('retryAfterMs' in counted) {
    note('too-many')
    throw tooManyTries(counted.retryAfterMs)
  }
  const credential = await findCredentialOf(ctx.database.db, me.id)
  const passwordHash = credential?.passwordHash ?? null
  if (passwordHash === null) return { ...counted, right: false, passwordHash }
  const right = await ctx.hashing.verify({ hash: passwordHash, password: facts.password }).catch(async (error) => {
    await ctx.write(counted.giveBack)
    throw error
  })
  note(right ? 'right' : 'wrong')
  return { ...counted, right, passwordHash }
}

export function wrongPassword(field: string) {
  return refuseField(field, 'That’s not your password.')
}
