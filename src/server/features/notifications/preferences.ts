import { type NewsKind, type NewsWay, newsKinds, newsWays } from '#domain/notifications.ts'
import { chunk } from '#server/db/chunk.ts'
import type { Db, Tx } from '#server/db/database.ts'

export type NotificationPreferences = Record<NewsKind, Record<NewsWay, boolean>>

/** What a member wants to be told, and how: everything that they have not switched off. */
export async function readPreferences(db: Db | Tx, memberId: string): Promise<NotificationPreferences> {
  const rows = await db.selectFrom('newsOff').select(['news', 'way']).where('memberId', '=', memberId).execute()
  const isOff = (news: NewsKind, way: NewsWay) => rows.some((row) => row.news === news && row.way === way)
  const choiceOf = (news: NewsKind) => Object.fromEntries(newsWays.map((way) => [way, !isOff(news, way)]))
  return Object.fromEntries(newsKinds.map((news) => [news, choiceOf(news)])) as NotificationPreferences
}

/** Also by two at once, or twice: it is off or on. */
export async function setPreference(
  tx: Tx,
  memberId: string,
  choice: { news: NewsKind; way: NewsWay; wanted: boolean },
) {
  const { news, way, wanted } = choice
  if (wanted) {
    await tx
      .deleteFrom('newsOff')
      .where('memberId', '=', memberId)
      .where('news', '=', news)
      .where('way', '=', way)
      .execute()
    return
  }
  await tx
    .insertInto('newsOff')
    .values({ memberId, news, way })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns the ids of those who have switched it off */
export async function listOptOuts(tx: Tx, choice: { news: NewsKind; way: NewsWay }, memberIds: string[]) {
  const off = new Set<string>()
  for (const some of chunk(memberIds)) {
    const rows = await tx
      .selectFrom('newsOff')
      .select('memberId')
      .where('memberId', 'in', some)
      .where('news', '=', choice.news)
      .where('way', '=', choice.way)
      .execute()
    for (const { memberId } of rows) off.add(memberId)
  }
  return off
}
