import { isOver } from '#domain/practices.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { hasFreeSpot, nextToPromote } from '#domain/rsvp.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { type Announce, OvertakenError } from '#server/db/write.ts'
import { enqueueNotification } from '#server/features/notifications/enqueue.ts'
import { asPractice, lockPractice } from '#server/queries/practices.ts'
import { countSpots, listAheadOf, listWaiting, noSpots } from '#server/queries/rsvps.ts'

/** Places and who waits for one (D29). All of it under the lock of the practice, so that no place is given twice. */

async function countPlaces(tx: Tx, practiceId: string) {
  const counts = (await countSpots(tx, [practiceId])).get(practiceId) ?? noSpots
  return { placed: counts.archers + counts.drivers, waiting: counts.waiting }
}

/** Where a new answer stands: null with a place, else after those who wait. */
export async function waitingPosition(tx: Tx, { id, attendanceLimit }: PracticeRow): Promise<number | null> {
  if (hasFreeSpot({ limit: attendanceLimit, ...(await countPlaces(tx, id)) })) return null
  const { last } = await tx
    .selectFrom('rsvp')
    .select((eb) => eb.fn.max('waiting').as('last'))
    .where('practiceId', '=', id)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Gives free places to those who wait, and tells them: on their open screens, and by mail and notification
 * unless they want none. At a practice that is over no one is told, at one that is off once it is on again. Who loses and gets a
 * place again and again is told so often a day: two who take turns can't have the club send mail without end.
 */
export async function promoteWaiting(tx: Tx, announce: Announce, ctx: AppContext, practice: PracticeRow, now: string) {
  const waiting = await listWaiting(tx, practice.id)
  if (waiting.length === 0) return
  const { placed } = await countPlaces(tx, practice.id)
  const moved = nextToPromote({ limit: practice.attendanceLimit, placed, waiting })
  for (const { id } of moved) {
    await tx
      .updateTable('rsvp')
      .set({ waiting: null })
      .where('practiceId', '=', practice.id)
      .where('memberId', '=', id)
      .execute()
    announce(`member:${id}`, 'practices')
  }
  if (isOver(asPractice(practice), now)) return
  const told: string[] = []
  for (const { id } of moved) {
    const key = `place-news:${practice.id}:${id}`
    if (!(await consumeAttempt(tx, key, rateRules.placeNews, ctx.clock.now()))) told.push(id)
  }
  await enqueueNotification(tx, ctx, { kind: 'place', practiceId: practice.id, memberIds: told })
}

/**
 * The practices at which this member has a place, or may be given one, locked: in the order of locks they come before
 * members.
 */
export async function lockSpotsOf(tx: Tx, memberId: string, now: string): Promise<PracticeRow[]> {
  const rows: PracticeRow[] = []
  for (const { id } of await listAheadOf(tx, memberId, now)) {
    const row = await lockPractice(tx, id)
    if (row) rows.push(row)
  }
  return rows
}

/**
 * The same, once the member is locked too: until then they could answer. No practice is locked any more: an answer to it
 * waits for the member already.
 *
 * @param locked what lockSpotsOf found @throws OvertakenError for an answer that was given since
 */
export async function refillSpots(tx: Tx, memberId: string, now: string, locked: PracticeRow[]) {
  const held = await listAheadOf(tx, memberId, now)
  return held.map(({ id }) => {
    const row = locked.find((each) => each.id === id)
    if (!row) throw new OvertakenError()
    return row
  })
}
