import { sql } from 'kysely'
import { isReminderDue, remindDriversAt } from '#domain/driver-reminder.ts'
import { nowText, type Parts } from '../parts.ts'
import { lockPractice } from '../practices/queries.ts'
import { queueNews } from './queue-news.ts'

const drivesSince = sql<string>`coalesce(rsvp.drives_since, rsvp.answered_at)`

/** What would come in the night comes on the evening before: up to so much earlier. */
const nightMs = 12 * 3_600_000

/**
 * Reminds those who drive, once a practice: whichever process finds it due notes that in the transaction that writes the mails.
 * Who answers after the moment of the reminder knows of the practice already.
 */
export async function remindDrivers(parts: Parts) {
  const { remindDriversHours: hours } = parts.club.practices
  const facts = { hours, timeZone: parts.club.timeZone }
  const now = nowText(parts)
  if (hours === 0) return
  const horizon = new Date(parts.clock.now() + hours * 3_600_000 + nightMs).toISOString()
  const ahead = await parts.database.db
    .selectFrom('practice')
    .innerJoin('rsvp', 'rsvp.practiceId', 'practice.id')
    .select(['practice.id', 'startsAt', 'cancelledAt', 'startedAt', 'endedAt', 'driversRemindedAt'])
    .select((eb) => eb.fn.min(drivesSince).as('drivenSince'))
    .where('deletedAt', 'is', null)
    .where('startsAt', '>', now)
    .where('startsAt', '<=', horizon)
    .where('rsvp.kind', '=', 'driver')
    .where('rsvp.waiting', 'is', null)
    .groupBy('practice.id')
    .execute()
  const due = ahead.filter((row) => {
    const remindAt = remindDriversAt(row.startsAt, facts)
    return isReminderDue(row, remindAt, now) && remindAt !== null && row.drivenSince <= remindAt
  })
  for (const { id } of due) await remindDriversOf(parts, id, facts)
  if (due.length > 0) parts.outbox.wake()
}

async function remindDriversOf(parts: Parts, practiceId: string, facts: { hours: number; timeZone: string }) {
  await parts.write(async (tx) => {
    const now = nowText(parts)
    const row = await lockPractice(tx, practiceId)
    const remindAt = row ? remindDriversAt(row.startsAt, facts) : null
    if (!row || remindAt === null || !isReminderDue(row, remindAt, now)) return
    await tx.updateTable('practice').set({ driversRemindedAt: now }).where('id', '=', practiceId).execute()
    const drivers = await tx
      .selectFrom('rsvp')
      .innerJoin('member', 'member.id', 'rsvp.memberId')
      .select('member.id')
      .where('rsvp.practiceId', '=', practiceId)
      .where('rsvp.kind', '=', 'driver')
      .where('rsvp.waiting', 'is', null)
      .where(drivesSince, '<=', remindAt)
      .where('member.removedAt', 'is', null)
      .orderBy('member.id')
      .execute()
    await queueNews(tx, parts, { kind: 'drive', practiceId, memberIds: drivers.map(({ id }) => id) })
  })
}
