import { replyBy } from '#domain/reply-deadline.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import type { AskedPractice } from '#server/email/email-template.ts'
import { countSpots, findAnswersOf, noSpots } from '#server/queries/rsvps.ts'
import { factsOf } from './enqueue.ts'

/** Practices for an email that asks whether this member is coming, with what they have replied so far. */
export async function askAbout(
  db: Db | Tx,
  memberId: string,
  practices: PracticeRow[],
  clubDeadlineHours: number,
): Promise<AskedPractice[]> {
  const ids = practices.map(({ id }) => id)
  const spots = await countSpots(db, ids)
  const mine = await findAnswersOf(db, memberId, ids)
  return practices.map((row) => {
    const { archers, drivers, waiting } = spots.get(row.id) ?? noSpots
    const own = mine.get(row.id)
    return {
      id: row.id,
      facts: factsOf(row),
      replyBy: replyBy(row, clubDeadlineHours),
      spotsLeft: row.attendanceLimit === null ? null : Math.max(0, row.attendanceLimit - archers - drivers),
      waiting,
      myReply: own?.kind ?? null,
      myPosition: own?.position ?? null,
    }
  })
}
