import { randomUUID } from 'node:crypto'
import { isChangeNews, type NewsKind, type PracticeFacts, tellChangeAt, whatChanged } from '#domain/notifications.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { listOptOuts } from './preferences.ts'

type News = { kind: NewsKind; practiceId: string; memberIds: string[] }
/** Where it goes: to a member's mailbox, or to one of their devices. */
type Receiver = { userId: string; subscriptionId: string | null }

/**
 * Puts news into the outbox, in the caller's transaction: a mail and a notification on each device for each of these members,
 * without those that they have switched off. It takes the place of what waits of the same; what is not wanted any more when it is
 * to leave does not leave (notification-relevance.ts).
 */
export async function enqueueNotification(tx: Tx, ctx: AppContext, news: News) {
  const now = nowAsText(ctx)
  await takeWaiting(tx, news)
  const receivers = await listReceivers(tx, news)
  await insertRows(
    tx,
    receivers.map((to) => ({ to, before: null })),
    { ...news, now, nextTryAt: now },
  )
}

/**
 * The same of a practice that has changed. It waits for some quiet minutes; a change that comes meanwhile takes the place of the
 * one that waits, and goes back to the practice as it was before that. Changed back, it is no news, and nothing is sent.
 */
export async function enqueueChange(
  tx: Tx,
  ctx: AppContext,
  change: { practiceId: string; memberIds: string[]; before: PracticeFacts; after: PracticeFacts },
) {
  const { practiceId, memberIds, before, after } = change
  const now = nowAsText(ctx)
  const news = { kind: 'changed' as const, practiceId, memberIds }
  const known = await takeWaiting(tx, news)
  const receivers = await listReceivers(tx, news)
  const rows = receivers.map((to) => ({ to, before: known.get(nameOf(to)) ?? before }))
  const told = rows.filter((row) => whatChanged(row.before, after) !== null)
  await insertRows(
    tx,
    told.map((row) => ({ to: row.to, before: JSON.stringify(row.before) })),
    { ...news, now, nextTryAt: tellChangeAt({ before, after }, now) },
  )
}

/**
 * Removes what waits of earlier news. News of a change that may have left stays: it has told of the practice as it was until
 * now, and is sent again where it did not arrive. A row that is gone can't be claimed any more.
 * @returns from where each receiver's news began
 */
async function takeWaiting(tx: Tx, { kind, practiceId, memberIds }: News) {
  const known = new Map<string, PracticeFacts>()
  for (const some of chunk(memberIds)) {
    const rows = await tx
      .deleteFrom('mailOutbox')
      .where('kind', '=', kind)
      .where('practiceId', '=', practiceId)
      .where('userId', 'in', some)
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where(({ or, eb }) =>
        or([eb('claimedAt', 'is', null), ...(kind === 'changed' ? [] : [eb('lastError', 'is not', null)])]),
      )
      .returning(['userId', 'subscriptionId', 'before'])
      .execute()
    for (const row of rows) if (row.before !== null) known.set(nameOf(row), JSON.parse(row.before))
  }
  return known
}

type Failed = {
  id: string
  createdAt: string
  kind: string
  practiceId: string | null
  before: string | null
} & Receiver

/**
 * A change that came while news of the one before was being sent waits beside it. Where that could not be sent, the newer one
 * tells of both. @returns whether there was one
 */
export async function mergeIntoNewer(write: Write, row: Failed) {
  const { kind, practiceId, before, userId, subscriptionId } = row
  if (kind !== 'changed' || before === null) return false
  return write(async (tx) => {
    const beside = await tx
      .selectFrom('mailOutbox')
      .select(['id', 'createdAt', 'before', 'tries'])
      .where('kind', '=', kind)
      .where('practiceId', '=', practiceId)
      .where('userId', '=', userId)
      .where('subscriptionId', subscriptionId === null ? 'is' : '=', subscriptionId)
      .where('id', '!=', row.id)
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('claimedAt', 'is', null)
      .executeTakeFirst()
    if (!beside) return false
    const { numUpdatedRows } = await tx
      .updateTable('mailOutbox')
      .set(({ eb }) => ({
        // An older one goes back further already.
        before: beside.createdAt < row.createdAt ? beside.before : before,
        // Whoever has read it, and not claimed it yet, reads it again.
        tries: eb('tries', '+', 1),
      }))
      .where('id', '=', beside.id)
      .where('tries', '=', beside.tries)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx.deleteFrom('mailOutbox').where('id', '=', row.id).execute()
    return true
  })
}

function nameOf({ userId, subscriptionId }: Receiver) {
  return `${userId} ${subscriptionId ?? 'mail'}`
}

async function listReceivers(tx: Tx, { kind, memberIds }: News): Promise<Receiver[]> {
  const receivers: Receiver[] = []
  const noMail = await listOptOuts(tx, { news: kind, way: 'mail' }, memberIds)
  const noPush = await listOptOuts(tx, { news: kind, way: 'push' }, memberIds)
  for (const userId of memberIds) if (!noMail.has(userId)) receivers.push({ userId, subscriptionId: null })
  const wantPush = memberIds.filter((id) => !noPush.has(id))
  for (const some of chunk(wantPush)) {
    const devices = await tx
      .selectFrom('pushSubscription')
      .select(['id', 'memberId'])
      .where('memberId', 'in', some)
      .orderBy('id')
      .execute()
    receivers.push(...devices.map(({ id, memberId }) => ({ userId: memberId, subscriptionId: id })))
  }
  return receivers
}

type Rest = { kind: NewsKind; practiceId: string; now: string; nextTryAt: string }

async function insertRows(tx: Tx, rows: { to: Receiver; before: string | null }[], rest: Rest) {
  const { kind, practiceId, now, nextTryAt } = rest
  for (const some of chunk(rows))
    await tx
      .insertInto('mailOutbox')
      .values(
        some.map(({ to, before }) => ({
          ...{ id: randomUUID(), kind, ...to, practiceId, before, sealed: null, createdAt: now, nextTryAt },
          ...{ claimedAt: null, sentAt: null, failedAt: null, lastError: null },
        })),
      )
      .execute()
}

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
