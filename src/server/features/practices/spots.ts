import { isOver } from '#domain/practices.ts'
import { rateRules } from '#domain/rate-limits.ts'
import { hoursBefore } from '#domain/reply-deadline.ts'
import { isCutOff, nextToPromote, placeOfReply } from '#domain/waitlist.ts'
import { consumeAttempt } from '#server/auth/rate-limits.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import { type Announce, OvertakenError } from '#server/db/write.ts'
import { enqueueNotification } from '#server/features/notifications/enqueue.ts'
import { asPractice, listLimitedAhead, lockPractice } from '#server/queries/practices.ts'
import { countSpots, listAheadOf, listWaiting, noSpots } from '#server/queries/rsvps.ts'

/** Spots and the waitlist. Everything runs under the practice's lock, so no spot is given out twice. */

async function countTaken(tx: Tx, practiceId: string) {
  const counts = (await countSpots(tx, [practiceId])).get(practiceId) ?? noSpots
  return { placed: counts.archers + counts.drivers, waiting: counts.waiting }
}

/** The waitlist position of someone who replies that they come; null with a spot. @param facts as of `placeOfReply` */
export async function waitingPosition(
  tx: Tx,
  row: PracticeRow,
  facts: { before: number | null | undefined; cutOff: boolean },
): Promise<number | null> {
  const taken = await countTaken(tx, row.id)
  const { last } = await tx
    .selectFrom('rsvp')
    .select((eb) => eb.fn.max('waiting').as('last'))
    .where('practiceId', '=', row.id)
    .executeTakeFirstOrThrow()
  return placeOfReply({ limit: row.attendanceLimit, ...taken, ...facts, last: last ?? 0 })
}

/** Whether the waitlist no longer moves up on its own. */
export function isPastCutOff({ club }: AppContext, row: { startsAt: string }, now: string) {
  return isCutOff(hoursBefore(row, club.practices.promoteUntilHours), now)
}

/**
 * After something has freed a spot: promotes, unless the club's cut-off has passed. The spot then stays free for the first who
 * takes it (record 13).
 */
export async function refillSpot(tx: Tx, announce: Announce, ctx: AppContext, practice: PracticeRow, now: string) {
  if (!isPastCutOff(ctx, practice, now)) await promoteWaiting(tx, announce, ctx, practice, now)
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

/**
 * Promotes where a spot is free although the waitlist moves up: since it was freed, the practice was moved, or the club
 * has changed its cut-off. Any process may run it.
 */
export async function promoteOverdue(ctx: AppContext) {
  const { db } = ctx.database
  const now = nowAsText(ctx)
  const limited = await listLimitedAhead(db, now)
  const counts = await countSpots(
    db,
    limited.map(({ id }) => id),
  )
  const overdue = limited.filter((row) => {
    const { archers, drivers, waiting } = counts.get(row.id) ?? noSpots
    return waiting > 0 && archers + drivers < row.attendanceLimit && !isPastCutOff(ctx, row, now)
  })
  for (const { id } of overdue)
    await ctx.write(async (tx, announce) => {
      const row = await lockPractice(tx, id)
      if (!row) return
      await refillSpot(tx, announce, ctx, row, nowAsText(ctx))
      announce('practices')
    })
  if (overdue.length > 0) ctx.outbox.wake()
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
