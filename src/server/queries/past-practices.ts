import type { ExpressionBuilder } from 'kysely'
import type { MissedPractice } from '#contract/my-practices.ts'
import type { PastPractice } from '#domain/show-rates.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'

/** In SQL: the practice is over and took place, that is, was started or attended. */
export function tookPlace(now: string) {
  return ({ and, or, eb, exists, selectFrom }: ExpressionBuilder<Schema, 'practice'>) =>
    and([
      eb('practice.deletedAt', 'is', null),
      or([eb('practice.endedAt', 'is not', null), eb('practice.endsAt', '<=', now)]),
      or([
        eb('practice.startedAt', 'is not', null),
        exists(
          selectFrom('attendance').select('attendance.memberId').whereRef('attendance.practiceId', '=', 'practice.id'),
        ),
      ]),
    ])
}

/** The latest local days with a practice, newest first. */
export async function listDaysHeld(db: Db | Tx, now: string, most: number) {
  const rows = await db
    .selectFrom('practice')
    .select('startsOn')
    .distinct()
    .where(tookPlace(now))
    .orderBy('startsOn', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ startsOn }) => startsOn)
}

/** RSVPs with a spot, with whether the member came, and any excuse. */
function spotsWithOutcome(db: Db) {
  return db
    .selectFrom('rsvp')
    .leftJoin('attendance', (join) =>
      join.onRef('attendance.practiceId', '=', 'rsvp.practiceId').onRef('attendance.memberId', '=', 'rsvp.memberId'),
    )
    .leftJoin('noShowExcuse as excuse', (join) =>
      join.onRef('excuse.practiceId', '=', 'rsvp.practiceId').onRef('excuse.memberId', '=', 'rsvp.memberId'),
    )
    .where('rsvp.waiting', 'is', null)
}

/** A year of two practices a week. */
const mostPast = 60

/** The latest practices with who had a spot and who came, oldest first. Members who never got a spot aren't no-shows. */
export async function listPast(db: Db, now: string): Promise<PastPractice[]> {
  const held = await db
    .selectFrom('practice')
    .select('id')
    .where(tookPlace(now))
    // At a canceled practice, no one is missed.
    .where('cancelledAt', 'is', null)
    .orderBy('startsAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostPast)
    .execute()
  const ids = held.map(({ id }) => id).reverse()
  if (ids.length === 0) return []
  const replies = await spotsWithOutcome(db)
    .select(['rsvp.practiceId', 'rsvp.memberId', 'attendance.memberId as came', 'excuse.memberId as excused'])
    .where('rsvp.practiceId', 'in', ids)
    .execute()
  const attended = await db
    .selectFrom('attendance')
    .select('practiceId')
    .select((eb) => eb.fn.countAll<number>().as('heads'))
    .where('practiceId', 'in', ids)
    .groupBy('practiceId')
    .execute()
  const byPractice = Map.groupBy(replies, ({ practiceId }) => practiceId)
  const heads = new Map(attended.map((row) => [row.practiceId, row.heads]))
  return ids.map((id) => ({
    replied: (byPractice.get(id) ?? []).map(({ memberId, came, excused }) => ({
      memberId,
      came: came !== null,
      excused: excused !== null,
    })),
    attended: heads.get(id) ?? 0,
  }))
}

const mostMissed = 100

/** The practices that a member had a spot at and didn't come to, newest first. */
export function listMissed(db: Db, memberId: string, now: string): Promise<MissedPractice[]> {
  return spotsWithOutcome(db)
    .innerJoin('practice', 'practice.id', 'rsvp.practiceId')
    .select(['practice.id', 'practice.title', 'practice.startsOn', 'excuse.reason as excuse'])
    .where('rsvp.memberId', '=', memberId)
    .where('attendance.memberId', 'is', null)
    .where(tookPlace(now))
    .where('practice.cancelledAt', 'is', null)
    .orderBy('practice.startsAt', 'desc')
    .orderBy('practice.id', 'desc')
    .limit(mostMissed)
    .execute()
}

/** The reasons of a practice's excuses, by member ID. */
export async function listExcuses(db: Db, practiceId: string) {
  const rows = await db
    .selectFrom('noShowExcuse')
    .select(['memberId', 'reason'])
    .where('practiceId', '=', practiceId)
    .execute()
  return new Map(rows.map(({ memberId, reason }) => [memberId, reason]))
}
