import type { Tx } from '#server/db/database.ts'
import type { Announce } from '#server/db/write.ts'

/**
 * Ends live practices that are past their end time, with that time as the end. Any process may run it, and the first one wins.
 * Attendance stays. @returns how many were ended
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
