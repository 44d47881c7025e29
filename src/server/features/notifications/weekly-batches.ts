import type { ScheduledKind } from '#domain/notifications.ts'
import type { SettingName } from '#domain/settings/setting-list.ts'
import type { WeekTime } from '#domain/week-time.ts'
import { type DueWeek, dueWeek } from '#domain/weekly-email.ts'
import { type AppContext, nowAsText } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { findOnSince } from './turned-on.ts'

/**
 * Members added to the outbox with each check, which is every minute: a long list then goes out over several minutes, with no more
 * of it in memory than this.
 */
const atATime = 200

type Weekly = {
  kind: ScheduledKind
  at: WeekTime
  /** What turns it on for the club and has its time: a change of these sends none right away. */
  settings: SettingName[]
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
  const onSince = before ? '' : await findOnSince(db, weekly.kind, weekly.settings)
  if (onSince === null || onSince > due.dueAt) return
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
