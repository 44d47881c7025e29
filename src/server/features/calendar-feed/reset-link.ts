import type { Tx } from '#server/db/database.ts'

/**
 * Ends a member's calendar link with whatever else could be in someone else's hands. The row stays, without a token that leads to it, so
 * that My Practices can say why the calendar has stopped.
 * @returns whether there was a link
 */
export async function resetCalendarLink(tx: Tx, memberId: string) {
  const ended = { nonce: '', tokenHash: `reset:${memberId}` }
  const link = tx.updateTable('feedToken').set(ended).where('memberId', '=', memberId).where('nonce', '<>', '')
  const { numUpdatedRows } = await link.executeTakeFirst()
  return numUpdatedRows > 0n
}
