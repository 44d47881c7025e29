import { dayOf } from '#domain/calendar-day.ts'
import { isQuietHour, isReminderDue, whenToRemind } from '#domain/quiet-hours.ts'
import { decideReminder, type ReminderDecision } from '#domain/reminders.ts'
import { replyBy } from '#domain/reply-deadline.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { lockMembers } from '#server/queries/members.ts'
import { lockPractice, practicesToAsk } from '#server/queries/practices.ts'
import { type AskedMember, listAsked, listReplied } from '#server/queries/reminder-audience.ts'
import { enqueueNotification, listReceivers } from './enqueue.ts'
import { findOnSince } from './turned-on.ts'

/**
 * Reminds members who haven't replied to a practice, once per practice: the first process to find it due marks the practice in the
 * transaction that queues the reminders. Someone who has had two this week gets it as soon as a third is allowed, if it still helps.
 */
export async function remindMembers(ctx: AppContext) {
  const { db } = ctx.database
  const now = nowAsText(ctx)
  // One that is late, because the server was down, waits for the morning.
  if (ctx.club.practices.remindHours === 0 || isQuietHour(now, ctx.club.timeZone)) return
  const onSince = await findOnSince(db, 'remind', ['practices.remindHours'])
  if (onSince === null) return
  const ahead = await practicesToAsk(db, now)
    .where(({ or, eb }) =>
      or([
        eb('remindedAt', 'is', null),
        eb('remindedAt', '>', now),
        eb('remindedFor', '!=', eb.ref('startsAt')),
        eb('remindAgainAt', '<=', now),
      ]),
    )
    .execute()
  const due = ahead.filter((row) => whatIsDue(ctx, row, { onSince, now }) !== null)
  for (const { id } of due) await remindOf(ctx, id, onSince)
  if (due.length > 0) ctx.outbox.wake()
}

async function remindOf(ctx: AppContext, practiceId: string, onSince: string) {
  await ctx.write(async (tx) => {
    const row = await lockPractice(tx, practiceId)
    const now = nowAsText(ctx)
    const what = row ? whatIsDue(ctx, row, { onSince, now }) : null
    if (!row || what === null) return
    const since = what === 'first' ? now : (row.remindedAt ?? now)
    const { decisions } = await queueReminders(tx, ctx, row, { now, besidesSince: since })
    const frees = decisions.flatMap(({ decision }) => ('freeAt' in decision ? [decision.freeAt] : []))
    const remindAgainAt = frees.filter((at) => at < lastMoment(ctx, row)).sort()[0] ?? null
    await tx
      .updateTable('practice')
      .set({ remindAgainAt, ...(what === 'first' && { remindedAt: now, remindedFor: row.startsAt }) })
      .where('id', '=', practiceId)
      .execute()
  })
}

/** The first round goes to everyone, the ones after it to those who had had too many. */
function whatIsDue(ctx: AppContext, row: PracticeRow, { onSince, now }: { onSince: string; now: string }) {
  const until = lastMoment(ctx, row)
  const remindAt = whenToRemind(until, { hours: ctx.club.practices.remindHours, timeZone: ctx.club.timeZone })
  // Turning it on, or choosing other hours, sends none right away.
  if (remindAt === null || remindAt < onSince) return null
  if (isReminderDue(row, { remindAt, until, now })) return 'first'
  const isAgain = row.remindAgainAt !== null && row.remindAgainAt <= now && now < until
  return isAgain && isReminderDue({ ...row, remindedAt: null }, { remindAt, until, now }) ? 'again' : null
}

/** From when on a reminder is too late: the deadline, or the start. */
function lastMoment({ club }: AppContext, row: PracticeRow) {
  return replyBy(row, club.practices.replyDeadlineHours) ?? row.startsAt
}

type Decided = { member: AskedMember; decision: ReminderDecision }

/**
 * Queues a reminder for everyone who is asked, hasn't replied, and may get one. The caller holds the practice's lock; the members are
 * locked too, so that another practice's reminders, queued at the same moment, can't be a third.
 * @param which.besidesSince leaves out those who were reminded of it since then
 */
export async function queueReminders(
  tx: Tx,
  ctx: AppContext,
  row: PracticeRow,
  { now, besidesSince }: { now: string; besidesSince?: string },
) {
  const notReplied = await listNotReplied(tx, row.id, now)
  const ids = notReplied.map(({ id }) => id).sort()
  for (const some of chunk(ids)) await lockMembers(tx, some)
  const { decided, earlier } = await decideEach(tx, ctx, row, notReplied, now)
  const isDone = (memberId: string) =>
    besidesSince !== undefined &&
    (earlier.get(memberId) ?? []).some((each) => each.practiceId === row.id && each.remindedAt >= besidesSince)
  const decisions = decided.filter(({ member }) => !isDone(member.id))
  const memberIds = decisions.flatMap(({ member, decision }) => (decision.outcome === 'reminded' ? [member.id] : []))
  for (const some of chunk(memberIds))
    await tx
      .insertInto('reminder')
      .values(some.map((memberId) => ({ practiceId: row.id, memberId, remindedAt: now })))
      .execute()
  if (memberIds.length > 0) await enqueueNotification(tx, ctx, { kind: 'remind', practiceId: row.id, memberIds }, now)
  return { decisions, people: memberIds.length }
}

/** Who would be reminded now, and who not and why, without doing it. */
export async function planReminders(db: Db, ctx: AppContext, row: PracticeRow, now: string): Promise<Decided[]> {
  return (await decideEach(db, ctx, row, await listNotReplied(db, row.id, now), now)).decided
}

async function listNotReplied(db: Db | Tx, practiceId: string, now: string) {
  const replied = (await listReplied(db, [practiceId])).get(practiceId)
  return (await listAsked(db, now)).filter(({ id }) => !replied?.has(id))
}

async function decideEach(db: Db | Tx, ctx: AppContext, row: PracticeRow, members: AskedMember[], now: string) {
  const { timeZone } = ctx.club
  const ids = members.map(({ id }) => id)
  const receivers = await listReceivers(db, { kind: 'remind', memberIds: ids })
  const reached = new Set(receivers.map(({ userId }) => userId))
  const earlier = await listEarlier(db, ids, now)
  const today = dayOf(Date.parse(now), timeZone)
  const decided = members.map((member): Decided => {
    const reminders = earlier.get(member.id) ?? []
    const decision = decideReminder({
      hasChannel: reached.has(member.id),
      today: reminders.some(
        ({ practiceId, remindedAt }) => practiceId === row.id && dayOf(Date.parse(remindedAt), timeZone) === today,
      ),
      earlier: reminders.map(({ at }) => at),
      now,
    })
    return { member, decision }
  })
  return { decided, earlier }
}

/** How long reminders are kept, and the longest that one can be on its way. */
export const remindersKeptMs = 30 * 86_400_000

type Earlier = { practiceId: string; remindedAt: string; at: string }

/**
 * The members' earlier reminders, with the moment at which each was sent, to its last channel: now while it is on its way, so that no
 * delay brings three into one week.
 */
async function listEarlier(db: Db | Tx, memberIds: string[], now: string) {
  const since = new Date(Date.parse(now) - remindersKeptMs).toISOString()
  const earlier = new Map<string, Earlier[]>()
  for (const some of chunk(memberIds)) {
    const rows = await db
      .selectFrom('reminder')
      .leftJoin('mailOutbox as sent', (join) =>
        join
          .onRef('sent.userId', '=', 'reminder.memberId')
          .onRef('sent.practiceId', '=', 'reminder.practiceId')
          .onRef('sent.createdAt', '=', 'reminder.remindedAt')
          .on('sent.kind', '=', 'remind')
          .on('sent.failedAt', 'is', null),
      )
      .select(['reminder.memberId', 'reminder.practiceId', 'reminder.remindedAt'])
      .select((eb) => [
        eb.fn.max('sent.sentAt').as('sentAt'),
        eb.fn.count<number>('sent.id').as('messages'),
        eb.fn.count<number>('sent.sentAt').as('messagesSent'),
      ])
      .where('reminder.memberId', 'in', some)
      .where('reminder.remindedAt', '>', since)
      .groupBy(['reminder.memberId', 'reminder.practiceId', 'reminder.remindedAt'])
      .execute()
    for (const { memberId, practiceId, remindedAt, sentAt, messages, messagesSent } of rows) {
      const at = messagesSent < messages ? now : (sentAt ?? remindedAt)
      earlier.set(memberId, [...(earlier.get(memberId) ?? []), { practiceId, remindedAt, at }])
    }
  }
  return earlier
}
