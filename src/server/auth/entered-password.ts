import { isPasswordRecent } from '#domain/sessions.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { monotonicText } from '#server/monotonic-clock.ts'
import type { SignedIn } from './sessions.ts'

/** Whether the person entered their password in this session a moment ago, before something that a phone in another hand should not do. */
export async function hasEnteredPassword(ctx: Pick<AppContext, 'database' | 'clock'>, { sessionId }: SignedIn) {
  const row = await ctx.database.db
    .selectFrom('session')
    .select('passwordAt')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return isPasswordRecent(row?.passwordAt ?? null, monotonicText(ctx))
}

export async function noteEnteredPassword(tx: Tx, ctx: Pick<AppContext, 'clock'>, { sessionId }: SignedIn) {
  await tx
    .updateTable('session')
    .set({ passwordAt: monotonicText(ctx) })
    .where('id', '=', sessionId)
    .execute()
}
