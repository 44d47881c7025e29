import { causes } from '#domain/ledger.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { MemberRow } from '#server/db/schema.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'

type Holder = {
  memberId: string
  dayPasses: number
  requestId: string
  /** The officer who used it for them; missing if they did. */
  officerId?: string
}

/**
 * Turns one of a member's day passes into today's Day Pass, with its ledger entry and audit row. The caller holds the lock of the
 * member's row, and has decided that it may be used.
 * @param dayPasses how many there are before
 */
export async function spendDayPass(
  tx: Tx,
  ctx: AppContext,
  { memberId, dayPasses, requestId, officerId }: Holder,
  at: string,
) {
  const actor = officerId ?? memberId
  await appendLedger(tx, ctx, {
    ...{ memberId, currency: 'day-passes', amount: -1, why: 'Used a day pass', actor },
    cause: causes.use(at, 1 + (await countUsesAt(tx, memberId, at))),
  })
  await saveAudit(tx, ctx, {
    ...{ actor, action: 'member.use-pass', target: memberId, requestId },
    before: { dayPasses },
    after: { dayPasses: dayPasses - 1 },
  })
  await tx.updateTable('member').set({ pass: 'Day Pass', passUsedAt: at }).where('id', '=', memberId).execute()
}

/** Undoes that, if today's Day Pass is the one of this instant. @returns whether it was */
export async function returnDayPass(
  tx: Tx,
  ctx: AppContext,
  { member, actor, at }: { member: Pick<MemberRow, 'id' | 'pass' | 'passUsedAt'>; actor: string; at: string },
) {
  if (member.pass !== 'Day Pass' || member.passUsedAt !== at) return false
  await appendLedger(tx, ctx, {
    ...{ memberId: member.id, currency: 'day-passes', amount: 1, why: 'Undid the use of a day pass', actor },
    cause: causes.passReturned(at, await countUsesAt(tx, member.id, at)),
  })
  await tx.updateTable('member').set({ pass: 'none', passUsedAt: null }).where('id', '=', member.id).execute()
  return true
}

async function countUsesAt(tx: Tx, memberId: string, at: string) {
  const rows = tx.selectFrom('ledger').select('id').where('memberId', '=', memberId)
  return (await rows.where('cause', 'like', `use:${at}:%`).execute()).length
}
