import { isToBeRemindedAgain } from '#domain/drivers.ts'
import { isChangeNews, type NewsKind, type NewsWay, type PracticeFacts } from '#domain/notifications.ts'
import { isOver } from '#domain/practices.ts'
import type { Db } from '#server/db/database.ts'
import { asPractice } from '#server/queries/practices.ts'
import { factsOf } from './enqueue.ts'

type Row = {
  id: string
  kind: string
  userId: string
  practiceId: string
  before: string | null
  subscriptionId: string | null
  claimedAt: string | null
  createdAt: string
}
export type Relevance =
  | { before: PracticeFacts | null; practice: PracticeFacts; carCapacity: number }
  /** Why it need not leave any more. */
  | { stale: string }
  /** Why it is to be looked at again later. */
  | { waits: string }

/**
 * Whether what was worth telling when it was written down is so still: however long the mail server was away, nobody is told of
 * a practice that is past, of a place that they have given up, or what they have switched off since. What may be taken back
 * (a cancellation, a removal) is waited for until the practice is past.
 */
export async function checkRelevance(db: Db, row: Row, now: string): Promise<Relevance> {
  const kind = row.kind as NewsKind
  const way: NewsWay = row.subscriptionId === null ? 'mail' : 'push'
  const off = await db
    .selectFrom('newsOff')
    .select('news')
    .where('memberId', '=', row.userId)
    .where('news', '=', kind)
    .where('way', '=', way)
    .executeTakeFirst()
  if (off) return { stale: 'they turned these notifications off' }
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
  // Taken over from another app, it may be somebody else's.
  if (answer.emailVerified !== 1) return { stale: 'their address isn’t verified' }
  const after = factsOf(practice)
  const before: PracticeFacts | null = row.before === null ? null : JSON.parse(row.before)
  const found = { before, practice: after, carCapacity: answer.carCapacity }
  // Stale by now, it may be news again once what waits beside it is taken back.
  if (kind === 'changed' && row.claimedAt !== null && (await hasNewer(db, row)))
    return { waits: 'a newer notification goes first' }
  if (kind === 'changed') {
    const { startedAt } = practice
    const isNews = before !== null && isChangeNews({ before, after, startedAt, now })
    if (!isNews) return { stale: 'it’s no longer relevant' }
  } else {
    if (answer.waiting !== null) return { stale: 'they no longer have a spot' }
    if (kind === 'place' && answer.answeredAt > row.createdAt) return { stale: 'they have changed their RSVP' }
    if (isOver(asPractice(practice), now)) return { stale: 'the practice is over' }
    if (kind === 'drive' && (answer.kind !== 'driver' || practice.startedAt !== null || now >= practice.startsAt))
      return { stale: 'they no longer need a reminder' }
    if (kind === 'drive' && isToBeRemindedAgain(practice)) return { waits: 'another reminder will follow' }
    if (after.off) return { waits: 'the practice is canceled' }
  }
  if (answer.removedAt !== null) return { waits: 'they were removed' }
  return found
}

/**
 * Whether news of a later change waits beside it. Told before that, what may have arrived already would tell of the later change
 * too, and were that taken back, nobody would tell them.
 */
async function hasNewer(db: Db, { id, kind, userId, practiceId, subscriptionId }: Row) {
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
