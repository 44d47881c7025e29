import type { NotificationKind } from '#domain/notifications.ts'
import type { WeekTime } from '#domain/week-time.ts'
import { type DueWeek, dueWeek } from '#domain/weekly-email.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'

/**
 * Members added to the outbox with each check, which is every minute: a long list then goes out over several minutes, with no more
 * of it in memory than this.
 */
const atATime = 200

/** The setting that has the time of everything that goes out every week. */
const timeSetting = 'practices.weeklyEmail'

type Weekly = {
  kind: NotificationKind
  at: WeekTime
  /** Whether it was on when it was due, so that turning it on sends none right away. */
  isOnSince: (db: Db, due: DueWeek) => Promise<boolean>
  /** Adds it to the outbox for those of these members who get it. @returns how many */
  add: (tx: Tx, memberIds: string[], now: string) => Promise<number>
}

/** Adds what goes out every week to the outbox when it is due: once for each member, whichever process finds it due. */
export async function queueWeekly(ctx: AppContext, weekly: Weekly) {
  const due = dueWeek(weekly.at, ctx.clock.now(), ctx.club.timeZone)
  if (!due) return
  const { db } = ctx.database
  const before = await db
    .selectFrom('weeklyBatch')
    .select('finishedAt')
    .where('kind', '=', weekly.kind)
    .where('week', '=', due.week)
    .executeTakeFirst()
  if (before?.finishedAt != null) return
  // Choosing another time sends none right away, either.
  if (!before && !((await isUnchangedSince(db, timeSetting, due.dueAt)) && (await weekly.isOnSince(db, due)))) return
  const people = await ctx.write((tx) => addSome(tx, weekly, due, nowAsText(ctx)))
  if (people > 0) ctx.outbox.wake()
}

async function addSome(tx: Tx, { kind, add }: Weekly, { week, dueAt }: DueWeek, now: string) {
  await tx
    .insertInto('weeklyBatch')
    .values({ kind, week, lastMemberId: '', people: 0, queuedAt: now, finishedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Of two processes, the second waits here, and goes on where the first has stopped.
  const row = await tx
    .selectFrom('weeklyBatch')
    .selectAll()
    .where('kind', '=', kind)
    .where('week', '=', week)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (row.finishedAt !== null) return 0
  const members = await verifiedMembers(tx)
    .select('member.id')
    // Someone who joined after it was due gets the next one.
    .where('member.createdAt', '<=', dueAt)
    .where('member.id', '>', row.lastMemberId)
    .orderBy('member.id')
    .limit(atATime)
    .execute()
  const ids = members.map(({ id }) => id)
  const people = await add(tx, ids, now)
  await tx
    .updateTable('weeklyBatch')
    .set({
      lastMemberId: ids.at(-1) ?? row.lastMemberId,
      people: row.people + people,
      finishedAt: ids.length < atATime ? now : null,
    })
    .where('kind', '=', kind)
    .where('week', '=', week)
    .execute()
  return people
}

/** Those who have finished the wizard, with a verified address. */
export function verifiedMembers(db: Db | Tx) {
  return db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .where('member.removedAt', 'is', null)
    .where('member.hasLoggedIn', '=', 1)
    .where('user.emailVerified', '=', 1)
}

/** Whether a setting has been the same since then. */
export async function isUnchangedSince(db: Db, name: string, at: string) {
  const changed = await db.selectFrom('setting').select('changedAt').where('name', '=', name).executeTakeFirst()
  return changed === undefined || changed.changedAt <= at
}
