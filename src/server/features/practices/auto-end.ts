import type { Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'

/**
 * Ends whatever is live past its end time, as of that time, on whichever process comes first (D27). Nobody's attendance is
 * taken away. @returns how many
 */
export async function endOverduePractices(tx: Tx, announce: Announce, now: string) {
  const { numUpdatedRows } = await tx
    .updateTable('practice')
    .set((eb) => ({ endedAt: eb.ref('endsAt'), endedEarly: 0 }))
    .where('startedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where('endsAt', '<=', now)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) announce('live', 'practices')
  return Number(numUpdatedRows)
}
