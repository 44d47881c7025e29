import { causes } from '#domain/ledger.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { saveAudit } from '#server/features/audit/save-audit.ts'
import { appendLedger } from '#server/features/ledger/ledger.ts'

type Holder = { memberId: string; dayPasses: number; requestId: string }

/**
 * Turns one of a member's day passes into today's Day Pass, with its ledger entry and audit row. The caller holds the lock of the
 * member's row, and has decided that it may be used.
 * @param dayPasses how many there are before
 */
export async function spendDayPass(tx: Tx, ctx: AppContext, { memberId, dayPasses, requestId }: Holder, at: string) {
  await appendLedger(tx, ctx, {
    ...{ memberId, currency: 'day-passes', amount: -1, why: 'Used a day pass', actor: memberId },
    cause: causes.use(at, 1 + (await countUsesAt(tx, memberId, at))),
  })
  await saveAudit(tx, ctx, {
    ...{ actor: memberId, action: 'member.use-pass', target: memberId, requestId },
    before: { dayPasses },
    after: { dayPasses: dayPasses - 1 },
  })
  await tx.updateTable('member').set({ pass: 'Day Pass', passUsedAt: at }).where('id', '=', memberId).execute()
}

async function countUsesAt(tx: Tx, memberId: string, at: string) {
  const rows = tx.selectFrom('ledger').select('id').where('memberId', '=', memberId)
  return (await rows.where('cause', 'like', `use:${at}:%`).execute()).length
}
