import { carpoolCreditWorth, causes } from '#domain/ledger.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'

type Credit = {
  practiceId: string
  memberId: string
  actor: string
  requestId: string
  /** Set if something other than the Credit button caused it. */
  reason?: string
  /** The original time, for a credit that is restored; defaults to now. */
  creditedAt?: string
}

/**
 * Gives or removes a carpool credit, with its ledger entry and audit row; the caller holds the locks on practice and
 * member. Each time it is given has a numbered cause, and each removal undoes exactly one of them, so that retries
 * can't count twice.
 * @returns whether anything changed
 */
export async function setCredit(
  tx: Tx,
  ctx: AppContext,
  { practiceId, memberId, creditedAt = nowAsText(ctx), ...by }: Credit,
  credited: boolean,
) {
  const existing = await tx
    .selectFrom('carpoolCredit')
    .select('memberId')
    .where('practiceId', '=', practiceId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  if ((existing !== undefined) === credited) return false
  const given = await countGiven(tx, practiceId, memberId)
  const entry = { memberId, currency: 'paid-practices', actor: by.actor } as const
  if (credited) {
    await tx.insertInto('carpoolCredit').values({ practiceId, memberId, creditedAt }).execute()
    const cause = causes.carpoolCredit(practiceId, given + 1)
    await appendLedger(tx, ctx, { ...entry, amount: carpoolCreditWorth, cause, why: 'Carpool credit' })
  } else {
    await tx.deleteFrom('carpoolCredit').where('practiceId', '=', practiceId).where('memberId', '=', memberId).execute()
    const cause = causes.carpoolCreditTaken(practiceId, given)
    await appendLedger(tx, ctx, { ...entry, amount: -carpoolCreditWorth, cause, why: 'Carpool credit removed' })
  }
  await saveAudit(tx, ctx, {
    ...by,
    action: 'carpool.credit',
    target: `${practiceId} ${memberId}`,
    before: { credited: !credited },
    after: { credited },
  })
  return true
}

/** How often this member has been credited for this practice, including credits that were removed. */
async function countGiven(tx: Tx, practiceId: string, memberId: string) {
  const prefix = causes.carpoolCredit(practiceId, 0).slice(0, -1)
  const rows = await tx
    .selectFrom('ledger')
    .select('cause')
    .where('memberId', '=', memberId)
    .where('currency', '=', 'paid-practices')
    .where('cause', 'like', 'credit:%')
    .execute()
  // Filtered in code, because an id may contain LIKE wildcards.
  return rows.filter(({ cause }) => cause.startsWith(prefix) && /^\d+$/.test(cause.slice(prefix.length))).length
}

export function listCredited(tx: Tx, practiceId: string) {
  return tx
    .selectFrom('carpoolCredit')
    .select(['memberId', 'creditedAt'])
    .where('practiceId', '=', practiceId)
    .orderBy('memberId')
    .execute()
}
