import { weekMs } from '#domain/weekly-email.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { practicesToAsk } from '#server/queries/practices.ts'
import { addToOutbox } from './enqueue.ts'
import { listUnwanted } from './preferences.ts'
import { queueWeekly, verifiedMembers } from './weekly-batches.ts'

/** Adds the email with the week's practices to the outbox when it is due. */
export async function queueWeeklyEmail(ctx: AppContext) {
  const at = ctx.club.practices.weeklyEmail
  if (at === null) return
  await queueWeekly(ctx, {
    kind: 'week',
    at,
    settings: ['practices.weeklyEmail'],
    async add(tx, memberIds, now) {
      if ((await listWeek(tx, now)).length === 0) return 0
      const off = await listUnwanted(tx, { news: 'week', way: 'mail' }, memberIds)
      const wanted = memberIds.filter((id) => !off.has(id))
      const rows = wanted.map((userId) => ({ to: { userId, subscriptionId: null }, before: null }))
      await addToOutbox(tx, rows, { kind: 'week', practiceId: null, now, nextTryAt: now })
      return wanted.length
    },
  })
}

/** How many get it, for the preview. */
export async function countReceivers(db: Db) {
  const { people } = await verifiedMembers(db)
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsOff')
            .select('newsOff.memberId')
            .whereRef('newsOff.memberId', '=', 'member.id')
            .where('news', '=', 'week')
            .where('way', '=', 'mail')
            .where('wanted', '=', 0),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return people
}

/** The practices that the weekly email of this moment lists. */
export function listWeek(db: Db | Tx, now: string, since = now) {
  return practicesToAsk(db, now)
    .where('startsAt', '<=', new Date(Date.parse(since) + weekMs).toISOString())
    .execute()
}
