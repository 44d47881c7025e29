import { createHash } from 'node:crypto'
import type { SyncPlan } from '#domain/calendar-sync.ts'
import type { EventCopy } from '#domain/stored-practice.ts'
import type { AppContext } from '#server/context.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { EventNote } from './calendar-source.ts'

/** What officers should know about the last reading of an external calendar. */
export type CalendarFindings = {
  /** Events that were changed or left out: the first of them, and how many there are. */
  notes: EventNote[]
  noted: number
  /** Practices whose event is gone, and the new events that each could be: the first of them. */
  undecided: { practiceId: string; candidates: Candidate[] }[]
  held: Held | null
  /** The last readings in which most events had new ids. */
  idChanges: string[]
}

/**
 * Practices that were missing when most of them were, and since when. They are canceled when the hold is over, or once
 * an officer has decided that.
 */
export type Held = { since: string; ids: string[]; isDecided?: true }

/**
 * An event that a practice could be, without its long texts. Its key is made of what people see of it, because its id
 * may change with each reading.
 */
export type Candidate = Omit<EventCopy, 'description' | 'organizer'> & { key: string }

export const noFindings: CalendarFindings = { notes: [], noted: 0, undecided: [], held: null, idChanges: [] }

export async function loadFindings(db: Db | Tx, { calendarSource }: AppContext): Promise<CalendarFindings> {
  const row = await db
    .selectFrom('calendarCache')
    .select('findings')
    .where('source', '=', calendarSource)
    .executeTakeFirst()
  return row?.findings ? (JSON.parse(row.findings) as CalendarFindings) : noFindings
}

/** Stores what officers have decided. The next reading is a complete one, because it can now do more. */
export async function saveDecision(tx: Tx, { calendarSource }: AppContext, findings: CalendarFindings) {
  await tx
    .updateTable('calendarCache')
    .set({ findings: JSON.stringify(findings), validators: null })
    .where('source', '=', calendarSource)
    .execute()
}

const undecidedAtMost = 50
const candidatesAtMost = 20

export function storedUndecided(undecided: SyncPlan['undecided']): CalendarFindings['undecided'] {
  return undecided.slice(0, undecidedAtMost).map(({ practice, candidates }) => {
    const known = new Map<string, number>()
    return {
      practiceId: practice.id,
      candidates: candidates.slice(0, candidatesAtMost).map(({ description, organizer, ...copy }) => {
        const shown = JSON.stringify([copy.startsAt, copy.endsAt, copy.title, copy.location])
        const before = known.get(shown) ?? 0
        known.set(shown, before + 1)
        return { ...copy, key: `${createHash('sha256').update(shown).digest('base64url').slice(0, 16)}-${before}` }
      }),
    }
  })
}

/** What of the findings a screen shows. */
export function shownFindings(findings: CalendarFindings, now: string) {
  const { notes, noted, undecided, held } = findings
  return {
    notes: notes.map(({ reason, title, on }) => ({ reason, title, on })),
    noted,
    undecided: undecided.map(({ practiceId, candidates }) => ({ practiceId, keys: candidates.map(({ key }) => key) })),
    held,
    changesIds: changesIds(findings, now),
  }
}

const dayMs = 86_400_000
const changesToTell = 3

/** The times of readings in which most events had new ids, with one more; a day old at most. */
export function withIdChange(idChanges: string[], readAt: string) {
  return [...recent(idChanges, readAt), readAt].slice(-changesToTell)
}

/** Whether the calendar gives its events new ids again and again, rather than once. */
export function changesIds({ idChanges }: CalendarFindings, now: string) {
  return recent(idChanges, now).length >= changesToTell
}

function recent(times: string[], now: string) {
  const oldest = new Date(Date.parse(now) - dayMs).toISOString()
  return times.filter((at) => at > oldest)
}
