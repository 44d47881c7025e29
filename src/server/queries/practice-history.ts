import type { AttendedPractice, MyPractices } from '#contract/my-practices.ts'
import { nameOrNull } from '#domain/names.ts'
import { semesterOf, type Term } from '#domain/semesters.ts'
import type { Db } from '#server/db/database.ts'
import { listVisitsAsGuest } from './guests.ts'

/** More than anyone RSVPs to in advance. */
const mostAhead = 200

/** Upcoming practices the member has RSVP'd to, including canceled ones. Live ones are on the home page instead. */
export function listAnsweredAhead(db: Db, memberId: string, now: string) {
  return db
    .selectFrom('practice')
    .selectAll('practice')
    .where(({ or, exists, selectFrom }) =>
      or(
        (['rsvp', 'cantCome'] as const).map((table) =>
          exists(
            selectFrom(table)
              .select(`${table}.memberId`)
              .whereRef(`${table}.practiceId`, '=', 'practice.id')
              .where(`${table}.memberId`, '=', memberId),
          ),
        ),
      ),
    )
    .where('practice.deletedAt', 'is', null)
    .where('practice.startedAt', 'is', null)
    .where('practice.endedAt', 'is', null)
    .where('practice.endsAt', '>', now)
    .orderBy('practice.startsAt')
    .orderBy('practice.id')
    .limit(mostAhead)
    .execute()
}

/** Practices a member attended, newest first, with who checked them in; without deleted practices. */
function listHistory(db: Db, memberId: string, most?: number) {
  const query = db
    .selectFrom('attendance')
    .innerJoin('practice', 'practice.id', 'attendance.practiceId')
    .leftJoin('member as officer', (join) =>
      join.onRef('officer.id', '=', 'attendance.checkedInBy').on('officer.removedAt', 'is', null),
    )
    .select(['practice.id', 'practice.title', 'practice.startsOn'])
    .select(['attendance.checkedInAt', 'attendance.checkedInBy', 'attendance.reason'])
    .select(['officer.nameFirst', 'officer.nameLast'])
    .where('attendance.memberId', '=', memberId)
    .where('practice.deletedAt', 'is', null)
    .orderBy('practice.startsAt', 'desc')
    .orderBy('practice.id', 'desc')
  return (most === undefined ? query : query.limit(most)).execute()
}

/** How many practices a member attended on each day, newest first. */
export function countByDay(db: Db, memberId: string) {
  return db
    .selectFrom('attendance')
    .innerJoin('practice', 'practice.id', 'attendance.practiceId')
    .select('practice.startsOn')
    .select((eb) => eb.fn.countAll<number>().as('attended'))
    .where('attendance.memberId', '=', memberId)
    .where('practice.deletedAt', 'is', null)
    .groupBy('practice.startsOn')
    .orderBy('practice.startsOn', 'desc')
    .execute()
}

/** What they attended, and their visits as a guest from before they signed up; newest first. */
export async function readHistory(db: Db, memberId: string, most?: number) {
  const attended = await listHistory(db, memberId, most)
  const asGuest = await listVisitsAsGuest(db, memberId)
  return newestFirst([...attended.map((row) => toAttended(row, memberId)), ...asGuest.map(toVisit)])
}

type HistoryRow = Awaited<ReturnType<typeof listHistory>>[number]
type Days = Awaited<ReturnType<typeof countByDay>>

/**
 * History grouped by semester, newest first. Counts are complete even if `rows` is truncated; visits as a guest are listed, and not counted.
 */
export function bySemester(rows: AttendedPractice[], days: Days, terms: Term[]) {
  const semesters = new Map<string, MyPractices['semesters'][number]>()
  const asGuest = rows.filter(({ checkedInBy }) => checkedInBy === 'guest')
  const all = [...days, ...asGuest.map(({ startsOn }) => ({ startsOn, attended: 0 }))]
  for (const { startsOn, attended } of newestFirst(all)) {
    const { key, name } = semesterOf(startsOn, terms)
    const known = semesters.get(key)
    if (known) known.attended += attended
    else semesters.set(key, { key, name, attended, practices: [] })
  }
  for (const row of rows) semesters.get(semesterOf(row.startsOn, terms).key)?.practices.push(row)
  return [...semesters.values()]
}

/** Stable, so that what is sorted within a day stays so. */
function newestFirst<Row extends { startsOn: string }>(rows: Row[]) {
  return rows.toSorted((a, b) => (a.startsOn < b.startsOn ? 1 : Number(a.startsOn > b.startsOn) * -1))
}

/** A visit as a guest, from before the member signed up. */
function toVisit(row: Awaited<ReturnType<typeof listVisitsAsGuest>>[number]): AttendedPractice {
  const { id, title, startsOn, enteredAt } = row
  const officer = nameOrNull(row)
  return { id, title, startsOn, checkedInAt: enteredAt, checkedInBy: 'guest', officer, reason: '' }
}

function toAttended(row: HistoryRow, memberId: string): AttendedPractice {
  const { id, title, startsOn, checkedInAt, checkedInBy, reason } = row
  const by = checkedInBy === null ? 'list' : checkedInBy === memberId ? 'me' : 'officer'
  return {
    id,
    title,
    startsOn,
    checkedInAt,
    checkedInBy: by,
    officer: by === 'officer' ? nameOrNull(row) : null,
    reason,
  }
}
