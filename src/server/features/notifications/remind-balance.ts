import { practiceBalance } from '#domain/ledger.ts'
import type { WeekTime } from '#domain/week-time.ts'
import type { AppContext } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import { attended } from '#server/queries/members.ts'
import { addToOutbox, listReceivers } from './enqueue.ts'
import { queueWeekly } from './weekly-batches.ts'

/** Where there is no weekly email. */
const usualTime: WeekTime = { day: 'Sunday', time: '18:00' }

/**
 * Reminds members of practices that they haven't paid for, on their devices, at most once a week: those who asked for it, and, if the
 * club has turned it on, everyone who hasn't turned it off.
 */
export function remindBalance(ctx: AppContext) {
  const { weeklyEmail, remindBalance: isOnByDefault } = ctx.club.practices
  return queueWeekly(ctx, {
    kind: 'balance',
    at: weeklyEmail ?? usualTime,
    settings: ['practices.weeklyEmail', 'practices.remindBalance'],
    async add(tx, memberIds, now) {
      const owing = [...(await listOwed(tx, memberIds)).keys()]
      const receivers = await listReceivers(tx, { kind: 'balance', memberIds: owing }, isOnByDefault)
      const rows = receivers.map((to) => ({ to, before: null }))
      await addToOutbox(tx, rows, { kind: 'balance', practiceId: null, now, nextTryAt: now })
      return new Set(receivers.map(({ userId }) => userId)).size
    },
  })
}

/** How many practices each of these members has yet to pay for; only those who owe any. */
export async function listOwed(db: Db | Tx, memberIds: string[]) {
  const owed = new Map<string, number>()
  for (const some of chunk(memberIds)) {
    const rows = await db
      .selectFrom('member')
      .select(['member.id', 'member.paidPractices'])
      .select((eb) => attended(eb).as('attended'))
      .where('member.id', 'in', some)
      .execute()
    for (const { id, paidPractices, attended } of rows) {
      const balance = practiceBalance({ paidPractices, attended: Number(attended) })
      if (balance < 0) owed.set(id, -balance)
    }
  }
  return owed
}
