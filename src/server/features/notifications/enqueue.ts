import { randomUUID } from 'node:crypto'
import {
  channelsOf,
  isChangeRelevant,
  type NotificationChannel,
  type NotificationKind,
  notifyChangeAt,
  type PracticeFacts,
  whatChanged,
} from '#domain/notifications.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import { chunk, type Db, type Tx } from '#server/db/database.ts'
import type { Write } from '#server/db/write.ts'
import { listUnwanted } from './preferences.ts'

type NotificationInput = { kind: NotificationKind; practiceId: string; memberIds: string[] }
/** A member's mailbox (`subscriptionId` null) or one of their devices. */
type Receiver = { userId: string; subscriptionId: string | null }

/**
 * Adds a notification to the outbox in the caller's transaction: for each member an email and a push per device, except channels
 * they turned off. Replaces unsent notifications of the same kind and practice; relevance is checked again before sending
 * (notification-relevance.ts).
 */
export async function enqueueNotification(tx: Tx, ctx: AppContext, news: NotificationInput, now = nowAsText(ctx)) {
  await deleteUnsent(tx, news)
  const receivers = await listReceivers(tx, news)
  await addToOutbox(
    tx,
    receivers.map((to) => ({ to, before: null })),
    { ...news, now, nextTryAt: now },
  )
}

/**
 * Queues a notification that a practice changed, debounced by a few quiet minutes. A further change replaces the queued one but
 * keeps its original `before`, so a change that is reverted in time sends nothing.
 */
export async function enqueueChange(
  tx: Tx,
  ctx: AppContext,
  change: { practiceId: string; memberIds: string[]; before: PracticeFacts; after: PracticeFacts },
) {
  const { practiceId, memberIds, before, after } = change
  const now = nowAsText(ctx)
  const news = { kind: 'changed' as const, practiceId, memberIds }
  const known = await deleteUnsent(tx, news)
  const receivers = await listReceivers(tx, news)
  const rows = receivers.map((to) => ({ to, before: known.get(receiverKey(to)) ?? before }))
  const changed = rows.filter((row) => whatChanged(row.before, after) !== null)
  await addToOutbox(
    tx,
    changed.map((row) => ({ to: row.to, before: JSON.stringify(row.before) })),
    { ...news, now, nextTryAt: notifyChangeAt({ before, after }, now) },
  )
}

/**
 * Deletes unsent notifications of the same kind and practice, so they can't be claimed anymore. Changes that may already have
 * been sent are kept: they described the practice as it was until now, and are retried if they didn't arrive.
 * @returns the deleted rows' `before` by receiver
 */
async function deleteUnsent(tx: Tx, { kind, practiceId, memberIds }: NotificationInput) {
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
    for (const row of rows) if (row.before !== null) known.set(receiverKey(row), JSON.parse(row.before))
  }
  return known
}

type FailedRow = {
  id: string
  createdAt: string
  kind: string
  practiceId: string | null
  before: string | null
} & Receiver

/**
 * Merges a change notification that failed to send into a newer one, queued while it was being sent, which then covers both
 * changes. @returns whether there was a newer one
 */
export async function mergeIntoNewer(write: Write, row: FailedRow) {
  const { kind, practiceId, before, userId, subscriptionId } = row
  if (kind !== 'changed' || before === null) return false
  return write(async (tx) => {
    const newer = await tx
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
    if (!newer) return false
    const { numUpdatedRows } = await tx
      .updateTable('mailOutbox')
      .set(({ eb }) => ({
        // If the other row is older, its `before` already reaches further back.
        before: newer.createdAt < row.createdAt ? newer.before : before,
        // Makes the compare-and-swap of a process that has read but not yet claimed the row fail, so it reads the row again.
        tries: eb('tries', '+', 1),
      }))
      .where('id', '=', newer.id)
      .where('tries', '=', newer.tries)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx.deleteFrom('mailOutbox').where('id', '=', row.id).execute()
    return true
  })
}

function receiverKey({ userId, subscriptionId }: Receiver) {
  return `${userId} ${subscriptionId ?? 'mail'}`
}

/** Whom it reaches, without the channels they turned off. */
/** @param isOnByDefault whether those who haven't chosen want it */
export async function listReceivers(
  tx: Db | Tx,
  { kind, memberIds }: Pick<NotificationInput, 'kind' | 'memberIds'>,
  isOnByDefault = true,
): Promise<Receiver[]> {
  const wantsBy = async (way: NotificationChannel) => {
    if (!channelsOf(kind).includes(way)) return []
    const unwanted = await listUnwanted(tx, { news: kind, way }, memberIds, isOnByDefault)
    return memberIds.filter((id) => !unwanted.has(id))
  }
  const receivers: Receiver[] = (await wantsBy('mail')).map((userId) => ({ userId, subscriptionId: null }))
  const wantPush = await wantsBy('push')
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

type SharedColumns = { kind: NotificationKind; practiceId: string | null; now: string; nextTryAt: string }

export async function addToOutbox(tx: Tx, rows: { to: Receiver; before: string | null }[], rest: SharedColumns) {
  const { kind, practiceId, now, nextTryAt } = rest
  for (const some of chunk(rows))
    await tx
      .insertInto('mailOutbox')
      .values(
        some.map(({ to, before }) => ({
          id: randomUUID(),
          kind,
          ...to,
          practiceId,
          before,
          sealed: null,
          createdAt: now,
          nextTryAt,
          claimedAt: null,
          sentAt: null,
          failedAt: null,
          lastError: null,
        })),
      )
      .execute()
}

/** Stored and planned practices; they represent booleans differently. */
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
 * Notifies everyone with a spot or on the waitlist that the practice moved, was canceled, or is back on. Must run in the
 * transaction that changes the practice and holds its lock. Notifications for removed members wait until they are restored.
 */
export async function notifyOfChange(
  tx: Tx,
  ctx: AppContext,
  practice: { id: string; startedAt: string | null; before: Practice; after: Practice },
) {
  const { id, startedAt } = practice
  const [before, after] = [factsOf(practice.before), factsOf(practice.after)]
  if (!isChangeRelevant({ before, after, startedAt, now: nowAsText(ctx) })) return
  const answers = await tx
    .selectFrom('rsvp')
    .select('rsvp.memberId')
    .where('rsvp.practiceId', '=', id)
    .orderBy('rsvp.memberId')
    .execute()
  const memberIds = answers.map(({ memberId }) => memberId)
  if (memberIds.length > 0) await enqueueChange(tx, ctx, { practiceId: id, memberIds, before, after })
}
