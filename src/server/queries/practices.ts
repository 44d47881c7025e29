import { expressionBuilder } from 'kysely'
import type { Practice } from '#domain/practices.ts'
import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { PracticeRow, Schema } from '#server/db/schema.ts'

const toLock = compiledOne((db, { id }: { id: string }) =>
  db.selectFrom('practice').selectAll().where('id', '=', id).where('deletedAt', 'is', null).forUpdate(),
)

/** Locks the practice until the transaction ends; undefined if it doesn't exist or was deleted. */
export function lockPractice(tx: Tx, practiceId: string) {
  return toLock(tx, { id: practiceId })
}

const toShare = compiled((db, { ids }: { ids: string[] }) =>
  db
    .selectFrom('practice')
    .select(['id', 'startsAt', 'endsAt', 'cancelledAt', 'startedAt', 'endedAt', 'endedEarly'])
    .select('checkInMode')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forShare(),
)

/** By ID. Nothing else can change them until the transaction ends, but check-ins of other processes don't wait for it. */
export async function lockPracticesForCheckIn(tx: Tx, ids: string[]) {
  return new Map((await toShare(tx, { ids })).map((row) => [row.id, row]))
}

const started = compiledOne((db) =>
  db.selectFrom('practice').selectAll().where('startedAt', 'is not', null).where('endedAt', 'is', null),
)

/** The started practice that hasn't ended; a unique index allows only one. */
export function findStartedPractice(db: Db | Tx) {
  return started(db, {})
}

/** The fields that the domain rules need. */
export function asPractice(row: Pick<PracticeRow, keyof Practice>): Practice {
  const { id, startsAt, endsAt, cancelledAt, startedAt, endedAt } = row
  return { id, startsAt, endsAt, cancelledAt, startedAt, endedAt, endedEarly: row.endedEarly === 1 }
}

/** `isUpcoming` of domain/practices.ts in SQL, without deleted ones; uses the index `practice_upcoming`. */
function upcomingOnes(db: Db | Tx, now: string) {
  return db
    .selectFrom('practice')
    .where('deletedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('startedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
}

const upcoming = compiled((db, { now, most }: { now: string; most: number }) =>
  upcomingOnes(db, now).selectAll().orderBy('startsAt').orderBy('id').limit(most),
)

/** Upcoming practices by start time. */
export function listUpcoming(db: Db, now: string, most: number) {
  return upcoming(db, { now, most })
}

/** Those that haven't begun, by start time: practices that members are asked about. */
export function practicesToAsk(db: Db | Tx, now: string) {
  return upcomingOnes(db, now).selectAll().where('startsAt', '>', now).orderBy('startsAt').orderBy('id')
}

const lastSample = compiledOne((db, { now }: { now: string }) =>
  upcomingOnes(db, now)
    .select('endsAt')
    .where((eb) => eb('sample', '=', eb.lit(1)))
    .orderBy('endsAt', 'desc')
    .limit(1),
)

/** End time of the last upcoming sample practice; undefined if there is none. */
export async function findEndOfSamples(db: Db, now: string) {
  return (await lastSample(db, { now }))?.endsAt
}

const endedEarly = compiled((db, { now }: { now: string }) =>
  db
    .selectFrom('practice')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where((eb) => eb('endedEarly', '=', eb.lit(1)))
    .where('endedAt', 'is not', null)
    .where('endsAt', '>', now)
    .orderBy('endedAt', 'desc'),
)

/** Practices ended early whose scheduled end is still ahead, latest end first. */
export function listEndedEarly(db: Db, now: string) {
  return endedEarly(db, { now })
}

const cancelledAhead = compiled((db, { now }: { now: string }) =>
  db
    .selectFrom('practice')
    .selectAll()
    .where('deletedAt', 'is', null)
    .where('cancelledAt', 'is not', null)
    .where('startedAt', 'is', null)
    .where('endsAt', '>', now)
    .orderBy('startsAt')
    .orderBy('id'),
)

/** Canceled practices that aren't over yet. */
export function listCancelledAhead(db: Db, now: string) {
  return cancelledAhead(db, { now })
}

/** Subquery for `not in`. Few practices are deleted, so this is faster than joining every attended practice. */
export function deletedPractices() {
  return expressionBuilder<Schema>().selectFrom('practice').select('id').where('deletedAt', 'is not', null)
}

/** Like `lockPractice`, but includes deleted ones. */
export function lockAnyPractice(tx: Tx, practiceId: string) {
  return tx.selectFrom('practice').selectAll().where('id', '=', practiceId).forUpdate().executeTakeFirst()
}

/** Undefined if it doesn't exist or was deleted. */
export function findPractice(db: Db, practiceId: string) {
  return db
    .selectFrom('practice')
    .selectAll()
    .where('id', '=', practiceId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** Practices that aren't deleted, newest first, with the columns of the officers' list. */
export function listPractices(db: Db) {
  return db
    .selectFrom('practice')
    .select(['id', 'title', 'startsAt', 'endsAt', 'allDay', 'startsOn', 'lastOn', 'attendanceLimit'])
    .select(['cancelledAt', 'startedAt', 'endedAt', 'sample'])
    .where('deletedAt', 'is', null)
    .orderBy('startsAt', 'desc')
    .orderBy('id')
    .execute()
}

/** Practices with an attendance limit that aren't over. */
export async function listLimitedAhead(db: Db, now: string) {
  const rows = await db
    .selectFrom('practice')
    .select(['id', 'startsAt', 'attendanceLimit'])
    .where('deletedAt', 'is', null)
    .where('endsAt', '>', now)
    .where('attendanceLimit', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, attendanceLimit: row.attendanceLimit ?? 0 }))
}

/** Practices deleted by officers, latest first. Without samples, which can't be restored. */
export function listDeleted(db: Db) {
  return db
    .selectFrom('practice')
    .select(['id', 'title', 'startsOn', 'deletedAt'])
    .where('deletedAt', 'is not', null)
    .where('sample', '=', 0)
    .orderBy('deletedAt', 'desc')
    .orderBy('id')
    .execute()
}
