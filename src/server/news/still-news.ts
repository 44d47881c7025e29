import { isChangeNews, type NewsKind, type NewsWay, type PracticeFacts } from '#domain/news.ts'
import { isOver } from '#domain/practices.ts'
import type { Db } from '../db/database.ts'
import { asPractice } from '../practices/queries.ts'
import { factsOf } from './tell-change.ts'

type Row = { kind: string; userId: string; practiceId: string; before: string | null; subscriptionId: string | null }
export type StillNews =
  | { before: PracticeFacts | null; practice: PracticeFacts; carCapacity: number }
  /** Why it need not leave any more. */
  | { stale: string }

/**
 * Whether what was worth telling when it was written down is so still: however long the mail server was away, nobody is told of
 * a practice that is past, of a place that they have given up, or what they have switched off since.
 */
export async function findNews(db: Db, row: Row, now: string): Promise<StillNews> {
  const kind = row.kind as NewsKind
  const way: NewsWay = row.subscriptionId === null ? 'mail' : 'push'
  const off = await db
    .selectFrom('newsOff')
    .select('news')
    .where('memberId', '=', row.userId)
    .where('news', '=', kind)
    .where('way', '=', way)
    .executeTakeFirst()
  if (off) return { stale: 'they want none of it' }
  const practice = await db.selectFrom('practice').selectAll().where('id', '=', row.practiceId).executeTakeFirst()
  const answer = await db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .select(['rsvp.kind', 'rsvp.waiting', 'member.carCapacity'])
    .where('rsvp.practiceId', '=', row.practiceId)
    .where('rsvp.memberId', '=', row.userId)
    .where('member.removedAt', 'is', null)
    .executeTakeFirst()
  if (!practice || !answer) return { stale: 'they have no answer there any more' }
  const after = factsOf(practice)
  const before: PracticeFacts | null = row.before === null ? null : JSON.parse(row.before)
  const found = { before, practice: after, carCapacity: answer.carCapacity }
  if (kind === 'changed') {
    const { startedAt } = practice
    const isNews = before !== null && isChangeNews({ before, after, startedAt, now })
    return isNews ? found : { stale: 'it is no news any more' }
  }
  if (answer.waiting !== null) return { stale: 'they have no place any more' }
  if (after.off || isOver(asPractice(practice), now)) return { stale: 'the practice is over or off' }
  if (kind === 'drive' && (answer.kind !== 'driver' || practice.startedAt !== null || now >= practice.startsAt))
    return { stale: 'they need not be reminded any more' }
  return found
}
