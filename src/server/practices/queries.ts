import { expressionBuilder, type Insertable, sql } from 'kysely'
import type { Practice } from '#domain/practices.ts'
import type { RsvpKind } from '#domain/rsvp.ts'
import type { Db, Tx } from '../db/database.ts'
import { prepared, preparedOne } from '../db/prepared.ts'
import type { PracticeRow, Schema } from '../db/schema.ts'

const toLock = preparedOne((db, { id }: { id: string }) =>
  db.selectFrom('practice').selectAll().where('id', '=', id).where('deletedAt', 'is', null).forUpdate(),
)

/** The practice of an id, locked until the transaction ends; undefined when there is none or it was deleted. */
export function lockPractice(tx: Tx, practiceId: string) {
  return toLock(tx, { id: practiceId })
}

const started = preparedOne((db) =>
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

const upcoming = prepared((db, { now, most }: { now: string; most: number }) =>
  upcomingOnes(db, now).selectAll().orderBy('startsAt').orderBy('id').limit(most),
)

/** Upcoming ones in the order of their start. */
export function listUpcoming(db: Db, now: string, most: number) {
  return upcoming(db, { now, most })
}

const lastSample = preparedOne((db, { now }: { now: string }) =>
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

const endedEarly = prepared((db, { now }: { now: string }) =>
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

const cancelledAhead = prepared((db, { now }: { now: string }) =>
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

/** Of those with a place, and how many wait for one. */
export type Answers = { archers: number; drivers: number; seats: number; waiting: number }
export const noAnswers: Answers = { archers: 0, drivers: 0, seats: 0, waiting: 0 }

/** Each driver's seats for others, by the car they have now (`seatsOffered` of domain/rsvp.ts). */
const seatsOf = sql<number>`sum(case when rsvp.waiting is null and member.car_capacity > 1 then member.car_capacity - 1 else 0 end)`
const waitingOf = sql<number>`sum(case when rsvp.waiting is null then 0 else 1 end)`

/** Who answered what, per practice: heads, and the seats that drivers offer beside their own (D28). */
export async function countAnswers(db: Db | Tx, practiceIds: string[]): Promise<Map<string, Answers>> {
  const counts = new Map<string, Answers>()
  if (practiceIds.length === 0) return counts
  const rows = await db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .select(['rsvp.practiceId', 'rsvp.kind'])
    .select((eb) => [eb.fn.countAll<number>().as('heads'), seatsOf.as('seats'), waitingOf.as('waiting')])
    .where('rsvp.practiceId', 'in', practiceIds)
    .where('member.removedAt', 'is', null)
    .groupBy(['rsvp.practiceId', 'rsvp.kind'])
    .execute()
  for (const row of rows) {
    const entry = counts.get(row.practiceId) ?? { ...noAnswers }
    const placed = row.heads - row.waiting
    entry.waiting += row.waiting
    if (row.kind === 'archer') entry.archers = placed
    else {
      entry.drivers = placed
      entry.seats = row.seats
    }
    counts.set(row.practiceId, entry)
  }
  return counts
}

const answersOf = prepared((db, { memberId, practiceIds }: { memberId: string; practiceIds: string[] }) =>
  db
    .selectFrom('rsvp')
    .select(['practiceId', 'kind', 'waiting'])
    .where('memberId', '=', memberId)
    .where('practiceId', 'in', practiceIds),
)

/** Somebody's own answer, and their position among those who wait; null with a place (D29). */
export type OwnAnswer = { kind: RsvpKind; position: number | null }

export async function findAnswersOf(
  db: Db | Tx,
  memberId: string,
  practiceIds: string[],
): Promise<Map<string, OwnAnswer>> {
  if (practiceIds.length === 0) return new Map()
  const rows = await answersOf(db, { memberId, practiceIds })
  const mine = new Map<string, OwnAnswer>()
  for (const { practiceId, kind, waiting } of rows) {
    const position = waiting === null ? null : await countWaiting(db, practiceId, waiting)
    mine.set(practiceId, { kind, position })
  }
  return mine
}

/** How many wait up to this place in the order. */
async function countWaiting(db: Db | Tx, practiceId: string, upTo: number) {
  const { heads } = await db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .where('rsvp.practiceId', '=', practiceId)
    .where('rsvp.waiting', '<=', upTo)
    .where('member.removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return heads
}

const answerTo = preparedOne((db, { practiceId, memberId }: { practiceId: string; memberId: string }) =>
  db
    .selectFrom('rsvp')
    .select(['kind', 'waiting'])
    .where('practiceId', '=', practiceId)
    .where('memberId', '=', memberId),
)

export function findAnswer(tx: Tx, practiceId: string, memberId: string) {
  return answerTo(tx, { practiceId, memberId })
}

/** Those who wait for a place, the first one first. */
export function listWaiting(tx: Tx, practiceId: string) {
  return tx
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .select(['member.id', 'rsvp.waiting'])
    .where('rsvp.practiceId', '=', practiceId)
    .where('rsvp.waiting', 'is not', null)
    .where('member.removedAt', 'is', null)
    .orderBy('rsvp.waiting')
    .execute()
}

/** Practices that are not over and at which this member has a place, or waits for one. */
export function listAheadOf(tx: Tx, memberId: string, now: string) {
  return tx
    .selectFrom('rsvp')
    .innerJoin('practice', 'practice.id', 'rsvp.practiceId')
    .select('practice.id')
    .where('rsvp.memberId', '=', memberId)
    .where('practice.deletedAt', 'is', null)
    .where('practice.endsAt', '>', now)
    .orderBy('practice.id')
    .execute()
}

/** Those who are checked in, in the order of checking in, as members see them (D40); who was erased is a head without a name. */
export function listAttendees(db: Db, practiceId: string) {
  return db
    .selectFrom('attendance')
    .innerJoin('member', 'member.id', 'attendance.memberId')
    .select(['member.id', 'member.nameFirst', 'member.nameLast', 'member.pronouns', 'member.pictureUrl'])
    .select('attendance.checkedInAt')
    .where('attendance.practiceId', '=', practiceId)
    .where((eb) => eb.or([eb('member.removedAt', 'is', null), eb('member.erasedAt', 'is not', null)]))
    .orderBy('attendance.checkedInAt')
    .orderBy('member.id')
    .execute()
}

const attendanceAt = preparedOne((db, { practiceId, memberId }: { practiceId: string; memberId: string }) =>
  db
    .selectFrom('attendance')
    .select(['checkedInAt', 'checkedInBy', 'reason'])
    .where('practiceId', '=', practiceId)
    .where('memberId', '=', memberId),
)

export function findAttendance(db: Db | Tx, practiceId: string, memberId: string) {
  return attendanceAt(db, { practiceId, memberId })
}

const checkIn = prepared((db, row: Insertable<Schema['attendance']>) => db.insertInto('attendance').values(row))

export function saveCheckIn(tx: Tx, row: { practiceId: string; memberId: string; checkedInAt: string }) {
  return checkIn(tx, { ...row, checkedInBy: row.memberId, reason: '' })
}

const attendedBy = prepared((db, { memberId, most }: { memberId: string; most: number }) =>
  db
    .selectFrom('attendance')
    .innerJoin('practice', 'practice.id', 'attendance.practiceId')
    .select(['practice.id', 'practice.title', 'practice.startsAt', 'practice.startsOn'])
    .where('attendance.memberId', '=', memberId)
    .where('practice.deletedAt', 'is', null)
    .orderBy('practice.startsAt', 'desc')
    .orderBy('practice.id', 'desc')
    .limit(most),
)

/** The practices that a member attended, newest first; deleted ones don't count (D31). */
export function listAttended(db: Db, memberId: string, most: number) {
  return attendedBy(db, { memberId, most })
}

/** Few are deleted: finding them once is faster than looking at each that somebody attended. */
export function deletedOnes() {
  return expressionBuilder<Schema>().selectFrom('practice').select('id').where('deletedAt', 'is not', null)
}

const countOfAttended = preparedOne((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom('attendance')
    .select((eb) => eb.fn.countAll<number>().as('attended'))
    .where('memberId', '=', memberId)
    .where('practiceId', 'not in', deletedOnes()),
)

export async function countAttended(db: Db | Tx, memberId: string) {
  return (await countOfAttended(db, { memberId }))?.attended ?? 0
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

/** How many attended each practice. @param only one of them */
export async function countAttendance(db: Db, only?: string) {
  const query = db
    .selectFrom('attendance')
    .select('practiceId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .groupBy('practiceId')
  const rows = await (only === undefined ? query : query.where('practiceId', '=', only)).execute()
  return new Map(rows.map(({ practiceId, heads }) => [practiceId, heads]))
}

const aPerson = ['member.id', 'member.nameFirst', 'member.nameLast', 'member.pictureUrl', 'member.erasedAt'] as const

/** With addresses, for officers; who is removed and may be brought back is not shown. */
export function listAttendedBy(db: Db, practiceId: string) {
  return db
    .selectFrom('attendance')
    .innerJoin('member', 'member.id', 'attendance.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select(aPerson)
    .leftJoin('member as officer', (join) =>
      join.onRef('officer.id', '=', 'attendance.checkedInBy').on('officer.removedAt', 'is', null),
    )
    .select(['user.email', 'attendance.checkedInAt', 'attendance.checkedInBy', 'attendance.reason'])
    .select(['officer.nameFirst as officerFirst', 'officer.nameLast as officerLast'])
    .where('attendance.practiceId', '=', practiceId)
    .where((eb) => eb.or([eb('member.removedAt', 'is', null), eb('member.erasedAt', 'is not', null)]))
    .orderBy('attendance.checkedInAt')
    .orderBy('member.id')
    .execute()
}

export function listAnswersWithPeople(db: Db, practiceId: string) {
  return (
    db
      .selectFrom('rsvp')
      .innerJoin('member', 'member.id', 'rsvp.memberId')
      .innerJoin('user', 'user.id', 'member.id')
      .select(aPerson)
      .select(['user.email', 'member.carCapacity', 'member.hasCar', 'member.rm01Completed', 'member.rm01Until'])
      .select(['rsvp.kind', 'rsvp.waiting'])
      .where('rsvp.practiceId', '=', practiceId)
      .where('member.removedAt', 'is', null)
      // Those with a place, as they answered; then those who wait, as they will move up.
      .orderBy((eb) => eb.fn.coalesce('rsvp.waiting', eb.lit(-1)))
      .orderBy('rsvp.answeredAt')
      .orderBy('member.id')
      .execute()
  )
}

export function listCreditedPeople(db: Db, practiceId: string) {
  return db
    .selectFrom('carpoolCredit')
    .innerJoin('member', 'member.id', 'carpoolCredit.memberId')
    .innerJoin('user', 'user.id', 'member.id')
    .select(aPerson)
    .select('user.email')
    .where('carpoolCredit.practiceId', '=', practiceId)
    .where((eb) => eb.or([eb('member.removedAt', 'is', null), eb('member.erasedAt', 'is not', null)]))
    .orderBy('carpoolCredit.creditedAt')
    .orderBy('member.id')
    .execute()
}

/** Addresses without an account that stand in this practice's lists (D36). */
export async function listUnclaimed(db: Db | Tx, practiceId: string) {
  const rows = await db
    .selectFrom('preRegistration')
    .select(['id', 'email', 'kind'])
    .where('practiceId', '=', practiceId)
    .where('consumedAt', 'is', null)
    .orderBy('email')
    .execute()
  return rows.flatMap(({ kind, ...row }) => (kind === 'paid' ? [] : [{ ...row, kind }]))
}
