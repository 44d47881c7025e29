import { mostAttendance } from '#domain/manage-practices.ts'
import { mostDeadlineHours } from '#domain/reply-deadline.ts'

export function limitText(limit: number | null) {
  return limit === null ? '' : String(limit)
}

/** Undefined if the text is not a valid limit; null for no limit. */
export function limitIn(text: string) {
  return numberIn(text, { least: 1, most: mostAttendance })
}

/** The same for the hours of a reply deadline; null for the club's. */
export function deadlineIn(text: string) {
  return numberIn(text, { least: 0, most: mostDeadlineHours })
}

function numberIn(text: string, { least, most }: { least: number; most: number }): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const number = /^\d{1,6}$/.test(typed) ? Number(typed) : -1
  return number >= least && number <= most ? number : undefined
}
