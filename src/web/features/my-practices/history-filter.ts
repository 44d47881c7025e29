import type { AttendedPractice, MyPractices } from '#contract/my-practices.ts'
import { normalizeText } from '#domain/clean-text.ts'

type Semester = MyPractices['semesters'][number]
export type HistoryFilter = { text: string; term: string }

/**
 * Filters semesters and practices. Each word must be in the title, the date, the officer's name or the reason, ignoring
 * case and accents.
 * @param dateOf formats a practice's date as shown
 */
export function filterHistory(
  semesters: Semester[],
  { text, term }: HistoryFilter,
  dateOf: (practice: AttendedPractice) => string,
): Semester[] {
  const words = normalizeText(text).split(/\s+/).filter(Boolean)
  const chosen = term === '' ? semesters : semesters.filter(({ key }) => key === term)
  if (words.length === 0) return chosen
  const isFound = (practice: AttendedPractice, { name }: Semester) => {
    const { title, startsOn, officer, reason } = practice
    const all = normalizeText([title, startsOn, dateOf(practice), officer ?? '', reason, name].join(' '))
    return words.every((word) => all.includes(word))
  }
  return chosen.flatMap((semester) => {
    const practices = semester.practices.filter((practice) => isFound(practice, semester))
    return practices.length === 0 ? [] : [{ ...semester, practices }]
  })
}
