import {
  isChangeRelevant,
  type NotificationChannel,
  type NotificationKind,
  type PracticeFacts,
} from '#domain/notifications.ts'
import { isOver } from '#domain/practices.ts'
import { isQuietHour, needsNewReminder } from '#domain/quiet-hours.ts'
import type { Db } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import type { AskedPractice, PracticeNotification } from '#server/email/email-template.ts'
import { asPractice } from '#server/queries/practices.ts'
import { cancelMessageOf } from '#server/queries/rsvps.ts'
import { askAbout } from './asked-practices.ts'
import { factsOf } from './enqueue.ts'
import { listOwed } from './remind-balance.ts'
import { listWeek } from './weekly-email.ts'

type NotificationRow = {
  id: string
  kind: string
  userId: string
  practiceId: string | null
  before: string | null
  subscriptionId: string | null
  claimedAt: string | null
  createdAt: string
}
/** Of the club, and the time. */
type Facts = { now: string; timeZone: string; replyDeadlineHours: number }
export type Relevance =
  | PracticeNotification
  /** The practices to ask about. */
  | { asked: AskedPractice[] }
  /** How many practices are to be paid for. */
  | { owed: number }
  /** Why it should never be sent. */
  | { stale: string }
  /** Why it should be checked again later. */
  | { waits: string }

/**
 * Whether a queued notification is still relevant. However long the mail server was down, no one is notified about a past
 * practice, a spot they gave up, or a kind they turned off since. Reversible states (a cancellation, a removal) make it wait
 * until the practice is over.
 */
export async function checkRelevance(
  db: Db,
  row: NotificationRow,
  { now, timeZone, replyDeadlineHours }: Facts,
): Promise<Relevance> {
  const kind = row.kind as NotificationKind
  const way: NotificationChannel = row.subscriptionId === null ? 'mail' : 'push'
  const off = await db
    .selectFrom('newsOff')
    .select('news')
    .where('memberId', '=', row.userId)
    .where('news', '=', kind)
    .where('way', '=', way)
    .where('wanted', '=', 0)
    .executeTakeFirst()
  if (off) return { stale: 'they turned these notifications off' }
  if (kind === 'week') return checkWeek(db, row, { now, replyDeadlineHours })
  if (kind === 'balance') return checkBalance(db, row.userId)
  if (kind === 'remind') return checkReminder(db, row, { now, timeZone, replyDeadlineHours })
  const practice = await db.selectFrom('practice').selectAll().where('id', '=', row.practiceId).executeTakeFirst()
  const answer = await db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .innerJoin('user', 'user.id', 'rsvp.memberId')
    .select([
      'rsvp.kind',
      'rsvp.waiting',
      'rsvp.answeredAt',
      'member.carCapacity',
      'member.removedAt',
      'user.emailVerified',
    ])
    .where('rsvp.practiceId', '=', row.practiceId)
    .where('rsvp.memberId', '=', row.userId)
    .executeTakeFirst()
  if (!practice || !answer) return { stale: 'they no longer have an RSVP' }
  // An unverified address imported from another app may belong to someone else.
  if (answer.emailVerified !== 1) return { stale: 'their address isn’t verified' }
  const after = factsOf(practice)
  const before: PracticeFacts | null = row.before === null ? null : JSON.parse(row.before)
  const found = { before, practice: after, carCapacity: answer.carCapacity, message: cancelMessageOf(practice) }
  // May look stale now but become relevant again if the newer change is reverted, so it waits.
  if (kind === 'changed' && row.claimedAt !== null && (await hasNewer(db, row)))
    return { waits: 'a newer notification goes first' }
  if (kind === 'changed') {
    const { startedAt } = practice
    const isNews = before !== null && isChangeRelevant({ before, after, startedAt, now })
    if (!isNews) return { stale: 'it’s no longer relevant' }
  } else {
    if (answer.waiting !== null) return { stale: 'they no longer have a spot' }
    if (kind === 'place' && answer.answeredAt > row.createdAt) return { stale: 'they have changed their RSVP' }
    if (isOver(asPractice(practice), now)) return { stale: 'the practice is over' }
    if (kind === 'live' && !(await isExpected(db, row, practice))) return { stale: 'it has ended, or they’re there' }
    if (kind === 'drive' && (answer.kind !== 'driver' || practice.startedAt !== null || now >= practice.startsAt))
      return { stale: 'they no longer need a reminder' }
    if (kind === 'drive' && needsNewReminder({ startsAt: practice.startsAt, remindedFor: practice.driversRemindedFor }))
      return { waits: 'another reminder will follow' }
    if (after.off) return { waits: 'the practice is canceled' }
  }
  if (answer.removedAt !== null) return { waits: 'they were removed' }
  return found
}

/** Whether the practice is live, and the member isn't checked in yet. */
async function isExpected(db: Db, { userId }: NotificationRow, { id, startedAt, endedAt }: PracticeRow) {
  if (startedAt === null || endedAt !== null) return false
  const there = await db
    .selectFrom('attendance')
    .select('memberId')
    .where('practiceId', '=', id)
    .where('memberId', '=', userId)
    .executeTakeFirst()
  return there === undefined
}

async function checkBalance(db: Db, memberId: string): Promise<Relevance> {
  const owed = (await listOwed(db, [memberId])).get(memberId)
  return owed === undefined ? { stale: 'they have paid' } : { owed }
}

/** The week's practices that are still ahead. It is about a week, so it never waits for long. */
async function checkWeek(
  db: Db,
  { userId, createdAt }: NotificationRow,
  { now, replyDeadlineHours }: Omit<Facts, 'timeZone'>,
): Promise<Relevance> {
  const receiver = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select('member.removedAt')
    .where('member.id', '=', userId)
    .where('member.removedAt', 'is', null)
    .where('user.emailVerified', '=', 1)
    .executeTakeFirst()
  if (!receiver) return { stale: 'they were removed, or their address isn’t verified' }
  const practices = await listWeek(db, now, createdAt)
  return practices.length === 0
    ? { stale: 'no practice is ahead' }
    : { asked: await askAbout(db, userId, practices, replyDeadlineHours) }
}

/** Not for someone who has replied since. At night it waits for the morning, unless the practice is over by then. */
async function checkReminder(
  db: Db,
  { userId, practiceId, createdAt }: NotificationRow,
  { now, timeZone, replyDeadlineHours }: Facts,
): Promise<Relevance> {
  const practice = await db.selectFrom('practice').selectAll().where('id', '=', practiceId).executeTakeFirst()
  const member = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['member.removedAt', 'user.emailVerified'])
    .where('member.id', '=', userId)
    .executeTakeFirst()
  if (!practice || !member) return { stale: 'the practice or the person no longer exists' }
  if (member.emailVerified !== 1 && member.removedAt === null) return { stale: 'their address isn’t verified' }
  if (practice.startedAt !== null || practice.endedAt !== null || now >= practice.startsAt)
    return { stale: 'the practice has started' }
  const [asked] = await askAbout(db, userId, [practice], replyDeadlineHours)
  if (!asked || asked.myReply !== null) return { stale: 'they have replied' }
  // An officer who reminds now means the practice as it is.
  if (createdAt !== practice.remindNowAt && needsNewReminder(practice)) return { waits: 'another reminder will follow' }
  if (asked.facts.off) return { waits: 'the practice is canceled' }
  if (member.removedAt !== null) return { waits: 'they were removed' }
  if (isQuietHour(now, timeZone)) return { waits: 'it is night' }
  return { asked: [asked] }
}

/**
 * Whether a newer change is queued for the same receiver. Retrying this one first would describe the newer change too, and if
 * that were then reverted, no one would be notified of the revert.
 */
async function hasNewer(db: Db, { id, kind, userId, practiceId, subscriptionId }: NotificationRow) {
  const newer = await db
    .selectFrom('mailOutbox')
    .select('id')
    .where('kind', '=', kind)
    .where('practiceId', '=', practiceId)
    .where('userId', '=', userId)
    .where('subscriptionId', subscriptionId === null ? 'is' : '=', subscriptionId)
    .where('id', '!=', id)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .where('claimedAt', 'is', null)
    .executeTakeFirst()
  return newer !== undefined
}
