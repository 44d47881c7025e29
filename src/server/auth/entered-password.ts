import { isPasswordRecent } from '#domain/session-limits.ts'
import type { Parts } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { monotonicText } from '#server/monotonic-clock.ts'
import type { SignedIn } from './sessions.ts'

/** Whether the person entered their password in this session a moment ago, before something that a phone in another hand should not do. */
export async function hasEnteredPassword(parts: Pick<Parts, 'database' | 'clock'>, { sessionId }: SignedIn) {
  const row = await parts.database.db
    .selectFrom('session')
    .select('passwordAt')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return isPasswordRecent(row?.passwordAt ?? null, monotonicText(parts))
}

export async function noteEnteredPassword(tx: Tx, parts: Pick<Parts, 'clock'>, { sessionId }: SignedIn) {
  await tx
    .updateTable('session')
    .set({ passwordAt: monotonicText(parts) })
    .where('id', '=', sessionId)
    .execute()
}
