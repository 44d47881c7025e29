import { isOver } from '#domain/practices.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { hasFreeSpot, nextToPromote } from '#domain/waitlist.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { type Announce, OvertakenError } from '#server/db/write.ts'
import { enqueueNotification } from '#server/features/notifications/enqueue.ts'
import { asPractice, lockPractice } from '#server/queries/practices.ts'
import { countSpots, listAheadOf, listWaiting, noSpots } from '#server/queries/rsvps.ts'

/** Spots and the waitlist. Everything runs under the practice's lock, so no spot is given out twice. */

async function countTaken(tx: Tx, practiceId: string) {
  const counts = (await countSpots(tx, [practiceId])).get(practiceId) ?? noSpots
  return { placed: counts.archers + counts.drivers, waiting: counts.waiting }
}

/** The waitlist position of a new RSVP: null if there is a free spot, else the end of the list. */
export async function waitingPosition(tx: Tx, { id, attendanceLimit }: PracticeRow): Promise<number | null> {
  if (hasFreeSpot({ limit: attendanceLimit, ...(await countTaken(tx, id)) })) return null
  const { last } = await tx
    .selectFrom('rsvp')
    .select((eb) => eb.fn.max('waiting').as('last'))
    .where('practiceId', '=', id)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Gives free spots to waiting members and notifies them on open screens, by email and by push, unless they opted out. No one is
 * notified if the practice is over; if it is canceled, notifications wait until it's back on. Rate-limited per member and
 * practice, so two members who keep swapping a spot can't make the club send endless email.
 */
export async function promoteWaiting(tx: Tx, announce: Announce, ctx: AppContext, practice: PracticeRow, now: string) {
  const waiting = await listWaiting(tx, practice.id)
  if (waiting.length === 0) return
  const { placed } = await countTaken(tx, practice.id)
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
  const notified: string[] = []
  for (const { id } of moved) {
    const key = `place-news:${practice.id}:${id}`
    if (!(await consumeAttempt(tx, key, rateRules.placeNews, ctx.clock.now()))) notified.push(id)
  }
  await enqueueNotification(tx, ctx, { kind: 'place', practiceId: practice.id, memberIds: notified })
}

/** Locks the practices at which this member has or waits for a spot. By lock order, practices come before members. */
export async function lockSpotsOf(tx: Tx, memberId: string, now: string): Promise<PracticeRow[]> {
  const rows: PracticeRow[] = []
  for (const { id } of await listAheadOf(tx, memberId, now)) {
    const row = await lockPractice(tx, id)
    if (row) rows.push(row)
  }
  return rows
}

/**
 * The same practices again, once the member is locked too. An RSVP sent in between may have added one; locking it now would
 * break the lock order, so the write starts over instead.
 *
 * @param locked the result of lockSpotsOf @throws OvertakenError if the member has RSVP'd to another practice since
 */
export async function refillSpots(tx: Tx, memberId: string, now: string, locked: PracticeRow[]) {
  const held = await listAheadOf(tx, memberId, now)
  return held.map(({ id }) => {
    const row = locked.find((each) => each.id === id)
    if (!row) throw new OvertakenError()
    return row
  })
}
