import { mostAttendance } from '#domain/manage-practices.ts'

export function limitText(limit: number | null) {
  return limit === null ? '' : String(limit)
}

/** Undefined if the text is not a valid limit; null for no limit. */
export function limitIn(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const number = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
  return number >= 1 && number <= mostAttendance ? number : undefined
}
