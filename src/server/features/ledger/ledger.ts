import { randomUUID } from 'node:crypto'
import { type LedgerEntry, totalOf } from '#domain/ledger.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Tx } from '#server/db/database.ts'

/**
 * Appends one ledger entry and changes the member's stored total by the same amount, so that the two can't diverge. The
 * table rejects a cause that the member already has.
 */
export async function appendLedger(tx: Tx, ctx: Pick<AppContext, 'clock'>, entry: LedgerEntry & { actor: string }) {
  const { memberId, ...same } = entry
  await appendLedgerForEach(tx, ctx, [memberId], same)
}

/** Appends the same entry for many members; each may be listed only once. */
export async function appendLedgerForEach(
  tx: Tx,
  ctx: Pick<AppContext, 'clock'>,
  memberIds: string[],
  entry: Omit<LedgerEntry, 'memberId'> & { actor: string },
) {
  const at = nowAsText(ctx)
  const total = totalOf[entry.currency]
  for (const ids of chunk(memberIds)) {
    await tx
      .insertInto('ledger')
      .values(ids.map((memberId) => ({ id: randomUUID(), at, memberId, ...entry })))
      .execute()
    await tx
      .updateTable('member')
      .set((eb) => ({ [total]: eb(total, '+', entry.amount) }))
      .where('id', 'in', ids)
      .execute()
  }
}
