import { activeSince, isAsked, mostDaysNeeded } from '#domain/reminders.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { listDaysHeld } from './past-practices.ts'
import { deletedPractices } from './practices.ts'

export type AskedMember = Awaited<ReturnType<typeof listAsked>>[number]

/** The members who are asked whether they come (domain/reminders.ts), by name. */
export async function listAsked(db: Db | Tx, now: string) {
  const since = activeSince(await listDaysHeld(db, now, mostDaysNeeded))
  const rows = await db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('attendance')
          .innerJoin('practice', 'practice.id', 'attendance.practiceId')
          .select('attendance.memberId')
          .select(({ fn }) => fn.max('practice.startsOn').as('lastCameOn'))
          .where('practice.startsOn', '>=', since ?? '9999')
          .where('practice.id', 'not in', deletedPractices())
          .groupBy('attendance.memberId')
          .as('came'),
      (join) => join.onRef('came.memberId', '=', 'member.id'),
    )
    .select(['member.id', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl', 'member.erasedAt'])
    .select(['member.createdAt', 'user.email', 'came.lastCameOn'])
    .where('member.removedAt', 'is', null)
    .where('member.hasLoggedIn', '=', 1)
    .where('user.emailVerified', '=', 1)
    .orderBy('member.nameLast')
    .orderBy('member.nameFirst')
    .orderBy('member.id')
    .execute()
  return rows.filter(({ lastCameOn, createdAt }) => isAsked({ lastCameOn, joinedAt: createdAt, since, now }))
}

/** Who has replied to each of the practices, with any reply. */
export async function listReplied(db: Db | Tx, practiceIds: string[]) {
  const replied = new Map(practiceIds.map((id) => [id, new Set<string>()]))
  if (practiceIds.length === 0) return replied
  for (const table of ['rsvp', 'cantCome'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['practiceId', 'memberId'])
      .where('practiceId', 'in', practiceIds)
      .execute()
    for (const { practiceId, memberId } of rows) replied.get(practiceId)?.add(memberId)
  }
  return replied
}

/** Those with a spot at each of the practices. */
export async function listComing(db: Db, practiceIds: string[]) {
  const coming = new Map(practiceIds.map((id) => [id, [] as string[]]))
  if (practiceIds.length === 0) return coming
  const rows = await db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .select(['rsvp.practiceId', 'rsvp.memberId'])
    .where('rsvp.practiceId', 'in', practiceIds)
    .where('rsvp.waiting', 'is', null)
    .where('member.removedAt', 'is', null)
    .execute()
  for (const { practiceId, memberId } of rows) coming.get(practiceId)?.push(memberId)
  return coming
}
