import { endSessionsOf, lockCredentialOf, setPassword } from '#server/auth/accounts.ts'
import { consumeLink, deleteLinks, findLink, linkKinds } from '#server/auth/email-tokens.ts'
import { forgetFailures } from '#server/auth/login-attempts.ts'
import type { AppContext } from '#server/context.ts'
import { resetCalendarLink } from '#server/features/calendar-feed/queries.ts'
import { dropPassCode } from '#server/features/passes/pass-code.ts'

export type ResetOutcome = {
  outcome: 'reset' | 'link-unknown' | 'link-expired'
  /** The address of the link's account; null if unknown. */
  account: string | null
  calendarLinkReset: boolean
}

/**
 * Sets a new password with the token of an emailed link. The link works once and proves that the mailbox is theirs, so
 * it verifies the address, too. All other links, every session and the calendar link end.
 */
export async function resetPassword(
  ctx: AppContext,
  facts: { token: string; newPassword: string },
): Promise<ResetOutcome> {
  const link = await findLink(ctx.database.db, ctx.secrets, 'reset', facts.token)
  if (!link) return refused('link-unknown')
  if (link.expiresAt <= new Date(ctx.clock.now()).toISOString()) return refused('link-expired')
  const passwordHash = await ctx.hashing.hash(facts.newPassword)
  return ctx.write<ResetOutcome>(async (tx, announce) => {
    const credential = await lockCredentialOf(tx, link.userId)
    if (!credential || credential.removedAt !== null || !(await consumeLink(tx, link.id)))
      return refused('link-unknown', credential?.email)
    await setPassword(tx, ctx, link.userId, passwordHash)
    await tx.updateTable('user').set({ emailVerified: 1 }).where('id', '=', link.userId).execute()
    await deleteLinks(tx, link.userId, linkKinds)
    await endSessionsOf(tx, link.userId)
    const calendarLinkReset = await resetCalendarLink(tx, link.userId)
    await dropPassCode(tx, link.userId)
    await forgetFailures(tx, ctx, credential.email)
    announce(`member:${link.userId}`)
    return { outcome: 'reset', account: credential.email, calendarLinkReset }
  })
}

function refused(outcome: 'link-unknown' | 'link-expired', account: string | null = null): ResetOutcome {
  return { outcome, account, calendarLinkReset: false }
}
