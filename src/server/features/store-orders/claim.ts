import type { Totals } from '#domain/ledger.ts'
import { decideNew } from '#domain/store-orders/import-plan.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { getMember } from '#server/features/members/queries.ts'
import { gainOfRow, lockLines, settleLine, worthOfRow } from './order-lines.ts'

/**
 * What was bought for an address becomes its owner's at the end of the wizard, each line once (D19): in their transaction,
 * which holds the lock on the member. What an officer said of private addresses for this one holds for the member from now on.
 * @returns what it brought, and how many lines there were
 */
export async function claimStoreLines(
  tx: Tx,
  ctx: AppContext,
  { memberId, email }: { memberId: string; email: string },
) {
  await tx.updateTable('storeAddress').set({ memberId, forEmail: null }).where('forEmail', '=', email).execute()
  const waiting = await tx
    .selectFrom('storeLine')
    .select('id')
    .where('forEmail', '=', email)
    .where('state', '=', 'waiting')
    .execute()
  const claimed = { paidPractices: 0, dayPasses: 0, lines: 0 }
  if (waiting.length === 0) return claimed
  const ids = waiting.map(({ id }) => id)
  const lines = (await lockLines(tx, ids)).filter((line) => line.state === 'waiting' && line.forEmail === email)
  const { paidPractices, dayPasses } = await getMember(tx, memberId)
  const totals = new Map([[memberId, { paidPractices, dayPasses }]])
  const after = new Map<string, Totals>()
  // What was given back counts after what was bought.
  for (const line of lines.toSorted((a, b) => b.quantity - a.quantity)) {
    const result = decideNew({ ...line, worth: worthOfRow(line) }, { memberId }, after, totals)
    claimed.lines += 1
    if (!(await settleLine(tx, ctx, line, { result, actor: 'system' }))) continue
    const gain = gainOfRow(line)
    claimed.paidPractices += gain.paidPractices
    claimed.dayPasses += gain.dayPasses
  }
  return claimed
}
