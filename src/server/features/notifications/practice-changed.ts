import { isChangeNews, type PracticeFacts } from '#domain/notifications.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Tx } from '#server/db/database.ts'
import { enqueueChange } from './enqueue.ts'

/** What the facts are made of; stored and planned practices say yes and no in their own ways. */
type Practice = {
  title: string
  startsAt: string
  endsAt: string
  allDay: boolean | 0 | 1
  location: string
  cancelledAt: string | null
  deletedAt: string | null
}

export function factsOf(practice: Practice): PracticeFacts {
  const { title, startsAt, endsAt, allDay, location, cancelledAt, deletedAt } = practice
  const off = cancelledAt !== null || deletedAt !== null
  return { title, startsAt, endsAt, allDay: Boolean(allDay), location, off }
}

/**
 * Tells those who have answered, with a place or waiting for one, that their practice has moved, is off, or is on again; called
 * in the transaction that changes it, which holds its lock. What is for members who are removed waits until they are back.
 */
export async function notifyOfChange(
  tx: Tx,
  ctx: AppContext,
  practice: { id: string; startedAt: string | null; before: Practice; after: Practice },
) {
  const { id, startedAt } = practice
  const [before, after] = [factsOf(practice.before), factsOf(practice.after)]
  if (!isChangeNews({ before, after, startedAt, now: nowAsText(ctx) })) return
  const answers = await tx
    .selectFrom('rsvp')
    .select('rsvp.memberId')
    .where('rsvp.practiceId', '=', id)
    .orderBy('rsvp.memberId')
    .execute()
  const memberIds = answers.map(({ memberId }) => memberId)
  if (memberIds.length > 0) await enqueueChange(tx, ctx, { practiceId: id, memberIds, before, after })
}
