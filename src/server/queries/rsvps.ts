import { type ExpressionBuilder, expressionBuilder, type Insertable, sql } from 'kysely'
import type { ComingPractice, GoingMember, PracticeCard } from '#contract/practices.ts'
import { type ClubBows, noClubBows } from '#domain/club-bows.ts'
import { startableFrom } from '#domain/practices.ts'
import { hoursBefore, isLate, replyBy } from '#domain/reply-deadline.ts'
import type { Reply } from '#domain/rsvp.ts'
import { compiled, compiledOne } from '#server/db/compiled-query.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { PracticeRow, Schema } from '#server/db/schema.ts'
import type { ClubConfig } from '#server/ops/config/club-config.ts'

/** Members and seats with a spot, and how many are on the waitlist. */
type Spots = { archers: number; drivers: number; seats: number; waiting: number }
export const noSpots: Spots = { archers: 0, drivers: 0, seats: 0, waiting: 0 }

/** Adds how many can't come. */
export type Answers = Spots & { cantCome: number }
export const noAnswers: Answers = { ...noSpots, cantCome: 0 }

/** Those who drive with a spot; null for all others. */
const driverOf = sql<string>`case when rsvp.kind = 'driver' and rsvp.waiting is null then rsvp.member_id end`
/** Seats drivers offer to others, by their current car (`seatsOffered` of domain/rsvp.ts). */
const seatsOf = sql<number>`sum(case when driver.car_capacity > 1 then driver.car_capacity - 1 else 0 end)`

/** RSVP counts per practice. @param practiceIds every practice if left out, which is faster than a long list */
export async function countAnswers(db: Db | Tx, practiceIds?: string[]): Promise<Map<string, Answers>> {
  const counts = new Map<string, Answers>()
  for (const [id, spots] of await countSpots(db, practiceIds)) counts.set(id, { ...spots, cantCome: 0 })
  if (practiceIds?.length === 0) return counts
  const rows = await db
    .selectFrom('cantCome')
    .innerJoin('member', 'member.id', 'cantCome.memberId')
    .select('cantCome.practiceId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .$if(practiceIds !== undefined, (query) => query.where('cantCome.practiceId', 'in', practiceIds ?? []))
    .where('member.removedAt', 'is', null)
    .where(holds)
    .groupBy('cantCome.practiceId')
    .execute()
  for (const { practiceId, heads } of rows)
    counts.set(practiceId, { ...(counts.get(practiceId) ?? noAnswers), cantCome: heads })
  return counts
}

/**
 * If someone has both an RSVP and a "can't come", the RSVP counts: the previous release doesn't know the latter and may have
 * written the RSVP during a rolling upgrade.
 */
export function holds({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'cantCome'>) {
  return not(
    exists(
      selectFrom('rsvp')
        .select('rsvp.memberId')
        .whereRef('rsvp.practiceId', '=', 'cantCome.practiceId')
        .whereRef('rsvp.memberId', '=', 'cantCome.memberId'),
    ),
  )
}

/**
 * Taken spots per practice, and the seats that drivers offer in addition to their own. Looks up only drivers and the few removed members,
 * because the officers' list counts all RSVPs of all practices.
 */
export async function countSpots(db: Db | Tx, practiceIds?: string[]): Promise<Map<string, Spots>> {
  if (practiceIds?.length === 0) return new Map()
  const rows = await db
    .selectFrom('rsvp')
    .leftJoin('member as driver', (join) => join.on('driver.id', '=', driverOf))
    .select(['rsvp.practiceId', seatsOf.as('seats')])
    .select(({ fn }) => [
      fn.countAll<number>().as('heads'),
      fn.count<number>('driver.id').as('drivers'),
      fn.count<number>('rsvp.waiting').as('waiting'),
    ])
    .$if(practiceIds !== undefined, (query) => query.where('rsvp.practiceId', 'in', practiceIds ?? []))
    .where('rsvp.memberId', 'not in', removedMembers())
    .groupBy('rsvp.practiceId')
    .execute()
  return new Map(
    rows.map(({ practiceId, heads, ...spots }) => [
      practiceId,
      { ...spots, archers: heads - spots.drivers - spots.waiting },
    ]),
  )
}

/** Subquery for `not in`, by the index `member_removed`. Erased members aren't in it, but have no RSVPs either. */
function removedMembers() {
  return expressionBuilder<Schema>()
    .selectFrom('member')
    .select('id')
    .where('removedAt', 'is not', null)
    .where('erasedAt', 'is', null)
}

/** How many members with a spot need a club bow, per practice and bow type. */
export async function countClubBows(db: Db, practiceIds: string[]): Promise<Map<string, ClubBows>> {
  const bows = new Map<string, ClubBows>()
  if (practiceIds.length === 0) return bows
  const rows = await db
    .selectFrom('rsvp')
    .innerJoin('member', 'member.id', 'rsvp.memberId')
    .select(['rsvp.practiceId', 'member.bowType'])
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .where('rsvp.practiceId', 'in', practiceIds)
    .where('rsvp.waiting', 'is', null)
    .where('member.removedAt', 'is', null)
    .where('member.personalEquipment', '=', 'No')
    .groupBy(['rsvp.practiceId', 'member.bowType'])
    .execute()
  for (const { practiceId, bowType, heads } of rows) {
    const entry = bows.get(practiceId) ?? { ...noClubBows }
    entry[bowType ?? 'undecided'] += heads
    bows.set(practiceId, entry)
  }
  return bows
}

const answersOf = compiled((db, { memberId, practiceIds }: { memberId: string; practiceIds: string[] }) =>
  db
    .selectFrom('rsvp')
    .select(['practiceId', 'kind', 'waiting', 'answeredAt'])
    .where('memberId', '=', memberId)
    .where('practiceId', 'in', practiceIds),
)

const refusalsOf = compiled((db, { memberId, practiceIds }: { memberId: string; practiceIds: string[] }) =>
  db
    .selectFrom('cantCome')
    .select(['practiceId', 'answeredAt'])
    .where('memberId', '=', memberId)
    .where('practiceId', 'in', practiceIds),
)

/** A member's own RSVP; `position` is their place on the waitlist, null if they have a spot or can't come. */
type OwnAnswer = { kind: Reply; position: number | null; answeredAt: string }

export async function findAnswersOf(
  db: Db | Tx,
  memberId: string,
  practiceIds: string[],
): Promise<Map<string, OwnAnswer>> {
  if (practiceIds.length === 0) return new Map()
  const rows = await answersOf(db, { memberId, practiceIds })
  const mine = new Map<string, OwnAnswer>()
  for (const { practiceId, answeredAt } of await refusalsOf(db, { memberId, practiceIds }))
    mine.set(practiceId, { kind: 'cant-come', position: null, answeredAt })
  for (const { practiceId, kind, waiting, answeredAt } of rows) {
    const position = waiting === null ? null : await countWaiting(db, practiceId, waiting)
    mine.set(practiceId, { kind, position, answeredAt })
  }
  return mine
}

/** Number of waiting members up to this one: their position on the waitlist. */
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

const answerTo = compiledOne((db, { practiceId, memberId }: { practiceId: string; memberId: string }) =>
  db
    .selectFrom('rsvp')
    .select(['kind', 'waiting'])
    .where('practiceId', '=', practiceId)
    .where('memberId', '=', memberId),
)

export function findAnswer(tx: Tx, practiceId: string, memberId: string) {
  return answerTo(tx, { practiceId, memberId })
}

/** Keeps the first time if saved twice. */
export function saveCantCome(tx: Tx, row: { practiceId: string; memberId: string; answeredAt: string }) {
  return tx
    .insertInto('cantCome')
    .values(row)
    .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doNothing())
    .execute()
}

/** Keeps the last time. */
export function saveLateWithdrawal(tx: Tx, row: Insertable<Schema['lateWithdrawal']>) {
  const { withdrawnAt, kind } = row
  return tx
    .insertInto('lateWithdrawal')
    .values(row)
    .onConflict((conflict) => conflict.columns(['practiceId', 'memberId']).doUpdateSet({ withdrawnAt, kind }))
    .execute()
}

/** The waitlist in order. */
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

/** Practices that aren't over and at which this member has or waits for a spot. */
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

type CardFacts = {
  answers: Map<string, Answers>
  mine: Map<string, OwnAnswer>
  settings: Pick<ClubConfig['practices'], 'startWindowMinutes' | 'replyDeadlineHours' | 'promoteUntilHours'>
  /** Only for officers; null for members. */
  clubBows: Map<string, ClubBows> | null
}

/** An upcoming practice as shown to members. @param facts.going of going.ts */
export function toComing(row: PracticeRow, facts: CardFacts & { going: Map<string, GoingMember[]> }): ComingPractice {
  return { ...toCard(row, facts), going: facts.going.get(row.id) ?? [] }
}

/** Empty if there is none, or once it is back on. */
export function cancelMessageOf({ cancelledAt, cancelMessage }: Pick<PracticeRow, 'cancelledAt' | 'cancelMessage'>) {
  return cancelledAt === null ? '' : (cancelMessage ?? '')
}

export function isAnswerLate(mine: OwnAnswer | undefined, by: string | null) {
  return mine !== undefined && isLate(mine.answeredAt, by)
}

/** A practice as shown to members. */
export function toCard(row: PracticeRow, facts: CardFacts): PracticeCard {
  const mine = facts.mine.get(row.id)
  const { settings } = facts
  const by = replyBy(row, settings.replyDeadlineHours)
  return {
    id: row.id,
    title: row.title,
    location: row.location,
    description: row.description,
    organizer: row.organizer,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    allDay: row.allDay === 1,
    startsOn: row.startsOn,
    lastOn: row.lastOn,
    startableFrom: startableFrom(row, settings.startWindowMinutes),
    cancelled: row.cancelledAt !== null,
    cancelMessage: cancelMessageOf(row),
    sample: row.sample === 1,
    ...(facts.answers.get(row.id) ?? noAnswers),
    clubBows: facts.clubBows && (facts.clubBows.get(row.id) ?? noClubBows),
    attendanceLimit: row.attendanceLimit,
    replyBy: by,
    promotesUntil: row.attendanceLimit === null ? null : hoursBefore(row, settings.promoteUntilHours),
    myAnswer: mine?.kind ?? null,
    myPosition: mine?.position ?? null,
    myAnswerLate: isAnswerLate(mine, by),
  }
}
