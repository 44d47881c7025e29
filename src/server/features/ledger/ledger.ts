import { randomUUID } from 'node:crypto'
import { type LedgerEntry, totalOf } from '#domain/ledger.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Tx } from '#server/db/database.ts'

/**
 * Appends one row and moves the member's stored total by the same amount, so that the two can't part (D32). A cause that
 * the member has already had is refused by the table.
 */
export async function appendLedger(tx: Tx, ctx: Pick<AppContext, 'clock'>, entry: LedgerEntry & { actor: string }) {
  const { memberId, ...same } = entry
  await appendLedgerForEach(tx, ctx, [memberId], same)
}

/** The same for many members, each of them once. */
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
