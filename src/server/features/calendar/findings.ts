import type { EventCopy } from '#domain/calendar-sync.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { EventNote } from './calendar-source.ts'

/** What officers should know about the last reading of an external calendar. */
export type CalendarFindings = {
  /** Events that were changed or left out: the first of them, and how many there are. */
  notes: EventNote[]
  noted: number
  /** Practices with RSVPs whose event is gone, and the new events that each could be. */
  undecided: { practiceId: string; candidates: EventCopy[] }[]
  /** Most practices are missing: since when, and how many. They are canceled when the hold is over. */
  held: { since: string; practices: number } | null
  /** The last readings in which most events had new ids. */
  idChanges: string[]
}

export const noFindings: CalendarFindings = { notes: [], noted: 0, undecided: [], held: null, idChanges: [] }

export async function loadFindings(db: Db | Tx, { calendarSource }: AppContext): Promise<CalendarFindings> {
  const row = await db
    .selectFrom('calendarCache')
    .select('findings')
    .where('source', '=', calendarSource)
    .executeTakeFirst()
  return row?.findings ? (JSON.parse(row.findings) as CalendarFindings) : noFindings
}

export async function saveFindings(tx: Tx, { calendarSource }: AppContext, findings: CalendarFindings) {
  await tx
    .updateTable('calendarCache')
    .set({ findings: JSON.stringify(findings) })
    .where('source', '=', calendarSource)
    .execute()
}

const dayMs = 86_400_000
const changesToTell = 3

/** The times of readings in which most events had new ids, with one more; a day old at most. */
export function withIdChange(idChanges: string[], readAt: string) {
  const oldest = new Date(Date.parse(readAt) - dayMs).toISOString()
  return [...idChanges.filter((at) => at > oldest), readAt].slice(-changesToTell)
}

/** Whether the calendar gives its events new ids again and again, rather than once. */
export function changesIds({ idChanges }: CalendarFindings, now: string) {
  const oldest = new Date(Date.parse(now) - dayMs).toISOString()
  return idChanges.filter((at) => at > oldest).length >= changesToTell
}
