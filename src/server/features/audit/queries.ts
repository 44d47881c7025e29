import { sql } from 'kysely'
import type { AuditFilter } from '#contract/audit.ts'
import { startOf, startOfNextDay } from '#domain/calendar-day.ts'
import type { Db } from '#server/db/database.ts'

/** Where a page ends: rows are told apart by their time and, within one, their id. */
export type AuditCursor = { at: string; id: string }
export type AuditRow = Awaited<ReturnType<typeof listAudit>>[number]

/** Newest first, after the cursor: a row that is added meanwhile comes before all of them and moves no page. */
export function listAudit(
  db: Db,
  facts: { filter: AuditFilter; timeZone: string; after: AuditCursor | null; most: number },
) {
  const { after } = facts
  const query = filtered(db, facts.filter, facts.timeZone)
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(facts.most)
  if (after === null) return query.execute()
  return (
    query
      // As a pair, which the index answers; two conditions would sort the whole log.
      .where((eb) => eb(eb.refTuple('at', 'id'), '<', eb.tuple(after.at, after.id)))
      .execute()
  )
}

export async function countAuditRows(db: Db, filter: AuditFilter, timeZone: string) {
  const { rows } = await filtered(db, filter, timeZone)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

function filtered(db: Db, { person, act, from, to }: AuditFilter, timeZone: string) {
  let query = db.selectFrom('audit')
  if (person !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('actor', '=', person),
        eb('target', '=', person),
        // After a practice's id, as in attendance and carpool credits.
        sql<boolean>`target like ${`% ${person.replace(/[\\%_]/g, '\\$&')}`} escape '\\'`,
      ]),
    )
  if (act !== undefined) query = query.where('action', '=', act)
  if (from !== undefined) query = query.where('at', '>=', startOf(from, timeZone))
  if (to !== undefined) query = query.where('at', '<', startOfNextDay(Date.parse(startOf(to, timeZone)), timeZone))
  return query
}

/** Those of these ids that are people, whatever has become of them. */
export function listPeople(db: Db, ids: string[] | 'everybody') {
  const people = db
    .selectFrom('member')
    .innerJoin('user', 'user.id', 'member.id')
    .select(['member.id', 'nameFirst', 'nameLast', 'erasedAt', 'removedEmail', 'user.email'])
  return (ids === 'everybody' ? people : people.where('member.id', 'in', ids)).execute()
}

export function listPracticeNames(db: Db, ids: string[]) {
  return db.selectFrom('practice').select(['id', 'title', 'startsOn']).where('id', 'in', ids).execute()
}
