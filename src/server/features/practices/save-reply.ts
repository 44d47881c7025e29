import { decideLateWithdrawal, replyBy } from '#domain/reply-deadline.ts'
import { type Reply, takesSpot } from '#domain/rsvp.ts'
import type { AppContext } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import type { PracticeRow } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'
import { findAnswer, saveCantCome, saveLateWithdrawal } from '#server/queries/rsvps.ts'
import { isPastCutOff, refillSpot, waitingPosition } from './spots.ts'

type NewReply = {
  /** Locked, like the member. */
  practice: PracticeRow
  memberId: string
  /** Null withdraws. */
  reply: Reply | null
  at: string
}

/** Saves a reply that `decideRsvp` has allowed, in place of the previous one, and gives a freed spot to the next in line. */
export async function saveReply(
  tx: Tx,
  announce: Announce,
  ctx: AppContext,
  { practice, memberId, reply, at }: NewReply,
) {
  const ids = { practiceId: practice.id, memberId }
  const before = await findAnswer(tx, practice.id, memberId)
  if (reply === 'cant-come') await saveCantCome(tx, { ...ids, answeredAt: at })
  else await tx.deleteFrom('cantCome').where('practiceId', '=', practice.id).where('memberId', '=', memberId).execute()
  if (!takesSpot(reply)) {
    await tx.deleteFrom('rsvp').where('practiceId', '=', practice.id).where('memberId', '=', memberId).execute()
    const by = replyBy(practice, ctx.club.practices.replyDeadlineHours)
    const gaveUp = decideLateWithdrawal({ before, answer: reply, by, cancelledAt: practice.cancelledAt, now: at })
    if (gaveUp !== null) await saveLateWithdrawal(tx, { ...ids, withdrawnAt: at, kind: gaveUp })
    if (before?.waiting === null) await refillSpot(tx, announce, ctx, practice, at)
  } else {
    // Switching between archer and driver keeps the spot or the waitlist position.
    const cutOff = isPastCutOff(ctx, practice, at)
    const waiting = await waitingPosition(tx, practice, { before: before?.waiting, cutOff })
    await tx
      .insertInto('rsvp')
      .values({ ...ids, kind: reply, answeredAt: at, waiting })
      .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doUpdateSet({ kind: reply, waiting }))
      .execute()
  }
  // Their other screens show their answer, which the change of the club's counts doesn't tell.
  announce('practices', `member:${memberId}`)
}
