import { randomUUID } from 'node:crypto'
import { type DueWeek, dueWeek, weekMs } from '#domain/weekly-email.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listOptOuts } from './preferences.ts'
import { readTurnedOn } from './turned-on.ts'

/**
 * Members added to the outbox with each check, which is every minute: a long list then goes out over several minutes, with no more
 * of it in memory than this.
 */
const atATime = 200

/** Adds the email with the week's practices to the outbox when it is due: once for each member, whichever process finds it due. */
export async function queueWeeklyEmail(ctx: AppContext) {
  const at = ctx.club.practices.weeklyEmail
  const due = at && dueWeek(at, ctx.clock.now(), ctx.club.timeZone)
  if (!due) return
  const { db } = ctx.database
  const before = await db.selectFrom('weeklyEmail').selectAll().where('week', '=', due.week).executeTakeFirst()
  if (before?.finishedAt != null) return
  if (!before && !(await isOnSince(db, due))) return
  const people = await ctx.write((tx) => queueSome(tx, ctx, due))
  if (people > 0) ctx.outbox.wake()
}

/** @returns how many were added */
async function queueSome(tx: Tx, ctx: AppContext, { week, dueAt }: DueWeek) {
  const now = nowAsText(ctx)
  const isNeeded = (await listWeek(tx, now)).length > 0
  await tx
    .insertInto('weeklyEmail')
    .values({ week, lastMemberId: '', people: 0, queuedAt: now, finishedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Of two processes, the second waits here, and goes on where the first has stopped.
  const row = await tx
    .selectFrom('weeklyEmail')
    .selectAll()
    .where('week', '=', week)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.finishedAt !== null) return 0
  const members = isNeeded ? await listReceivers(tx, { dueAt, after: row.lastMemberId }).execute() : []
  const ids = members.map(({ id }) => id)
  const off = await listOptOuts(tx, { news: 'week', way: 'mail' }, ids)
  const wanted = ids.filter((id) => !off.has(id))
  if (wanted.length > 0)
    await tx
      .insertInto('mailOutbox')
      .values(wanted.map((userId) => outboxRow(userId, now)))
      .execute()
  await tx
    .updateTable('weeklyEmail')
    .set({
      lastMemberId: ids.at(-1) ?? row.lastMemberId,
      people: row.people + wanted.length,
      finishedAt: ids.length < atATime ? now : null,
    })
    .where('week', '=', week)
    .execute()
  return wanted.length
}

/** Those who have finished the wizard, with a verified address. Someone who joined after it was due gets the next one. */
function listReceivers(tx: Tx, { dueAt, after }: { dueAt: string; after: string }) {
  return tx
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select('member.id')
    .where('member.removedAt', 'is', null)
    .where('member.hasLoggedIn', '=', 1)
    .where('member.createdAt', '<=', dueAt)
    .where('user.emailVerified', '=', 1)
    .where('member.id', '>', after)
    .orderBy('member.id')
    .limit(atATime)
}

/** How many get it, for the preview. */
export async function countReceivers(db: Db) {
  const { people } = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('member.removedAt', 'is', null)
    .where('member.hasLoggedIn', '=', 1)
    .where('user.emailVerified', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsOff')
            .select('newsOff.memberId')
            .whereRef('newsOff.memberId', '=', 'member.id')
            .where('news', '=', 'week')
            .where('way', '=', 'mail'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return people
}

function outboxRow(userId: string, now: string) {
  return {
    ...{ id: randomUUID(), kind: 'week', userId, practiceId: null, before: null, subscriptionId: null, sealed: null },
    ...{ createdAt: now, nextTryAt: now, claimedAt: null, sentAt: null, failedAt: null, lastError: null },
  }
}

/**
 * Whether it was on when it was due, so that turning it on, or choosing another day, sends none right away. A club that has updated
 * doesn't send it before an officer has seen the preview.
 */
async function isOnSince(db: Db, { dueAt }: DueWeek) {
  const turnedOn = await readTurnedOn(db, 'week')
  if (turnedOn === null || turnedOn > dueAt) return false
  const changed = await db
    .selectFrom('setting')
    .select('changedAt')
    .where('name', '=', 'practices.weeklyEmail')
    .executeTakeFirst()
  return changed === undefined || changed.changedAt <= dueAt
}

/** The practices that the weekly email of this moment lists. */
export function listWeek(db: Db | Tx, now: string, since = now) {
  return db
    .selectFrom('practice')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('startedAt', 'is', null)
    .where('startsAt', '>', now)
    .where('startsAt', '<=', new Date(Date.parse(since) + weekMs).toISOString())
    .orderBy('startsAt')
    .orderBy('id')
    .execute()
}
