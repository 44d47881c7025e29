import { randomUUID } from 'node:crypto'
import { type LedgerEntry, totalOf } from '#domain/ledger.ts'
import type { Tx } from '../db/database.ts'
import { nowText, type Parts } from '../parts.ts'

/**
 * Appends one row and moves the member's stored total by the same amount, so that the two can't part (D32). A cause that
 * the member has already had is refused by the table.
 */
export async function appendLedger(tx: Tx, parts: Pick<Parts, 'clock'>, entry: LedgerEntry & { actor: string }) {
  await tx
    .insertInto('ledger')
    .values({ id: randomUUID(), at: nowText(parts), ...entry })
    .execute()
  const total = totalOf[entry.currency]
  await tx
    .updateTable('member')
    .set((eb) => ({ [total]: eb(total, '+', entry.amount) }))
    .where('id', '=', entry.memberId)
    .execute()
}
