import { earlierByMs, isReminderDue, whenToRemind } from '#domain/quiet-hours.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { lockPractice } from '#server/queries/practices.ts'
import { enqueueNotification } from './enqueue.ts'

/**
 * Reminds drivers once per practice: the first process to find it due marks the practice in the transaction that queues the
 * emails. Not marked if no one was reminded. Drivers who RSVP after the reminder time don't need one.
 */
export async function remindDrivers(ctx: AppContext) {
  const { remindDriversHours: hours } = ctx.club.practices
  const facts = { hours, timeZone: ctx.club.timeZone }
  const now = nowAsText(ctx)
  if (hours === 0) return
  const horizon = new Date(ctx.clock.now() + hours * 3_600_000 + earlierByMs).toISOString()
  const ahead = await ctx.database.db
    .selectFrom('practice')
    .select(['id', 'startsAt', 'cancelledAt', 'startedAt', 'endedAt', 'driversRemindedAt', 'driversRemindedFor'])
    .where('deletedAt', 'is', null)
    .where('startsAt', '>', now)
    .where('startsAt', '<=', horizon)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('rsvp')
          .select('rsvp.memberId')
          .whereRef('rsvp.practiceId', '=', 'practice.id')
          .where('rsvp.kind', '=', 'driver'),
      ),
    )
    .execute()
  const due = ahead.filter((row) => isDue(row, whenToRemind(row.startsAt, facts), now))
  for (const { id } of due) await remindDriversOf(ctx, id, facts)
  if (due.length > 0) ctx.outbox.wake()
}

async function remindDriversOf(ctx: AppContext, practiceId: string, facts: { hours: number; timeZone: string }) {
  await ctx.write(async (tx) => {
    const now = nowAsText(ctx)
    const row = await lockPractice(tx, practiceId)
    const remindAt = row ? whenToRemind(row.startsAt, facts) : null
    if (!row || remindAt === null || !isDue(row, remindAt, now)) return
    const drivers = await tx
      .selectFrom('rsvp')
      .select('rsvp.memberId')
      .where('rsvp.practiceId', '=', practiceId)
      .where('rsvp.kind', '=', 'driver')
      .where('rsvp.waiting', 'is', null)
      .where('rsvp.answeredAt', '<=', remindAt)
      .orderBy('rsvp.memberId')
      .execute()
    if (drivers.length === 0) return
    await tx
      .updateTable('practice')
      .set({ driversRemindedAt: now, driversRemindedFor: row.startsAt })
      .where('id', '=', practiceId)
      .execute()
    await enqueueNotification(tx, ctx, {
      kind: 'drive',
      practiceId,
      memberIds: drivers.map(({ memberId }) => memberId),
    })
  })
}

type Row = Pick<
  PracticeRow,
  'startsAt' | 'cancelledAt' | 'startedAt' | 'endedAt' | 'driversRemindedAt' | 'driversRemindedFor'
>

function isDue(row: Row, remindAt: string | null, now: string) {
  const { driversRemindedAt: remindedAt, driversRemindedFor: remindedFor, startsAt: until } = row
  return isReminderDue({ ...row, remindedAt, remindedFor }, { remindAt, until, now })
}
