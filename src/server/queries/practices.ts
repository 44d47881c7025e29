import { expressionBuilder } from 'kysely'
import type { Practice } from '#domain/practices.ts'
import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { PracticeRow, Schema } from '#server/db/schema.ts'
import type { Announce } from '#server/db/write.ts'

const toLock = compiledOne((db, { id }: { id: string }) =>
  db.selectFrom('practice').selectAll().where('id', '=', id).where('deletedAt', 'is', null).forUpdate(),
)

/** The practice of an id, locked until the transaction ends; undefined when there is none or it was deleted. */
export function lockPractice(tx: Tx, practiceId: string) {
  return toLock(tx, { id: practiceId })
}

const started = compiledOne((db) =>
  db.selectFrom('practice').selectAll().where('startedAt', 'is not', null).where('endedAt', 'is', null),
)

/** The practice whose row says live; there is at most one, by a unique index. */
export function findStartedPractice(db: Db | Tx) {
  return started(db, {})
}

/** What the rules look at. */
export function asPractice(row: PracticeRow): Practice {
  const { id, startsAt, endsAt, cancelledAt, startedAt, endedAt } = row
  return { id, startsAt, endsAt, cancelledAt, startedAt, endedAt, endedEarly: row.endedEarly === 1 }
}

/** Those of `isUpcoming` in domain/practices.ts that were not deleted; found by the index `practice_upcoming`. */
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

/** Upcoming ones in the order of their start. */
export function listUpcoming(db: Db, now: string, most: number) {
  return upcoming(db, { now, most })
}

const lastSample = compiledOne((db, { now }: { now: string }) =>
  upcomingOnes(db, now)
    .select('endsAt')
    .where((eb) => eb('sample', '=', eb.lit(1)))
    .orderBy('endsAt', 'desc')
    .limit(1),
)

/** When the last sample among the upcoming ones ends; undefined without any. */
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

/** Ended early and still within their time, newest end first. */
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

/** Cancelled ones that lie ahead. */
export function listCancelledAhead(db: Db, now: string) {
  return cancelledAhead(db, { now })
}

/** Few are deleted: finding them once is faster than looking at each that somebody attended. */
export function deletedOnes() {
  return expressionBuilder<Schema>().selectFrom('practice').select('id').where('deletedAt', 'is not', null)
}

/** Deleted or not, locked until the transaction ends. */
export function lockAnyPractice(tx: Tx, practiceId: string) {
  return tx.selectFrom('practice').selectAll().where('id', '=', practiceId).forUpdate().executeTakeFirst()
}

/** Undefined when there is none or it was deleted. */
export function findPractice(db: Db, practiceId: string) {
  return db
    .selectFrom('practice')
    .selectAll()
    .where('id', '=', practiceId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
}

/** All that were not deleted, newest first, with what a list of them shows. */
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

/** Deleted by an officer, the latest first. Samples go for good, so they are not among them. */
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

/**
 * Ends whatever is live past its end time, as of that time, on whichever process comes first (D27). Nobody's attendance is
 * taken away. @returns how many
 */
export async function endOverduePractices(tx: Tx, announce: Announce, now: string) {
  const { numUpdatedRows } = await tx
    .updateTable('practice')
    .set((eb) => ({ endedAt: eb.ref('endsAt'), endedEarly: 0 }))
    .where('startedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .where('endsAt', '<=', now)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) announce('live', 'practices')
  return Number(numUpdatedRows)
}
