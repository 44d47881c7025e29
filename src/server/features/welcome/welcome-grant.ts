import { mailboxOf } from '#domain/email.ts'
import { causes } from '#domain/ledger.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'

type Facts = { memberId: string; email: string; now: string; requestId: string }

/**
 * The welcome passes, once per mailbox for ever: signing up again, or with a +tag, grants nothing new (D18, T38). The
 * mailbox is kept as a keyed hash only.
 * @returns the day passes given
 */
export async function grantWelcome(tx: Tx, ctx: AppContext, facts: Facts) {
  const granted = await tx
    .insertInto('mailboxGrant')
    .values({ mailboxHash: ctx.secrets.hashAddress(mailboxOf(facts.email)), grantedAt: facts.now })
    .onConflict((conflict) => conflict.column('mailboxHash').doNothing())
    .executeTakeFirst()
  if (granted.numInsertedOrUpdatedRows !== 1n) return 0
  const { dayPasses, paidPractices } = ctx.club.welcome
  const entry = { memberId: facts.memberId, cause: causes.welcome, why: 'Welcome to the club', actor: 'system' }
  if (dayPasses > 0) await appendLedger(tx, ctx, { ...entry, currency: 'day-passes', amount: dayPasses })
  if (paidPractices > 0) await appendLedger(tx, ctx, { ...entry, currency: 'paid-practices', amount: paidPractices })
  if (dayPasses + paidPractices > 0)
    await saveAudit(tx, ctx, {
      actor: facts.memberId,
      action: 'member.welcome',
      target: facts.memberId,
      after: { dayPasses, paidPractices },
      requestId: facts.requestId,
    })
  return dayPasses
}
