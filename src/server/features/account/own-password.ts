import { logAuthEvent } from '#server/auth/auth-log.ts'
import { type RecordedAttempt, recordAttempt } from '#server/auth/failed-attempts.ts'
import { findCredentialOf } from '#server/auth/queries.ts'
import type { AppContext } from '#server/context.ts'
import { refuseField, tooManyTries } from '#server/http/refusals.ts'

type Judged = RecordedAttempt & {
  right: boolean
  /** What it was compared with: by the time of the write it may be another. */
  passwordHash: string | null
}

/**
 * The password of who is signed in already, before something that a phone in another hand should not do. Wrong ones count as at
 * log-in, for this session alone: guesses elsewhere don't keep its owner from their own account. It is looked at outside of the write,
 * which must not hold the database for a tenth of a second; the write looks whether it is still the one.
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
