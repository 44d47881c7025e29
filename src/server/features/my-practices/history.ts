import type { AttendedPractice, MyPractices } from '#contract/my-practices.ts'
import { displayName } from '#domain/names.ts'
import { semesterOf, type Term } from '#domain/semesters.ts'
import type { countByDay, listHistory } from './queries.ts'

export type HistoryRow = Awaited<ReturnType<typeof listHistory>>[number]
type Days = Awaited<ReturnType<typeof countByDay>>

/** The history under its semesters, newest first. Every semester has its count, also where its practices are left out. */
export function bySemester(rows: HistoryRow[], days: Days, facts: { memberId: string; terms: Term[] }) {
  const semesters = new Map<string, MyPractices['semesters'][number]>()
  for (const { startsOn, attended } of days) {
    const { key, name } = semesterOf(startsOn, facts.terms)
    const known = semesters.get(key)
    if (known) known.attended += attended
    else semesters.set(key, { key, name, attended, practices: [] })
  }
  for (const row of rows)
    semesters.get(semesterOf(row.startsOn, facts.terms).key)?.practices.push(toAttended(row, facts.memberId))
  return [...semesters.values()]
}

export function toAttended(row: HistoryRow, memberId: string): AttendedPractice {
  const { id, title, startsOn, checkedInAt, checkedInBy, reason } = row
  const officer = displayName({ nameFirst: row.nameFirst ?? '', nameLast: row.nameLast ?? '' })
  const by = checkedInBy === null ? 'list' : checkedInBy === memberId ? 'me' : 'officer'
  return {
    id,
    title,
    startsOn,
    checkedInAt,
    checkedInBy: by,
    officer: by === 'officer' && officer !== '' ? officer : null,
    reason,
  }
}
