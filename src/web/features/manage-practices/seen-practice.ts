import type { PracticeRecord } from '#contract/manage-practices.ts'

/** The practice as this officer sees it, for the optimistic lock. */
export function seenOf(practice: PracticeRecord['practice']) {
  const { title, location, description, startsAt, endsAt, cancelled } = practice
  return { title, location, description, startsAt, endsAt, cancelled }
}
