import {
  type CalendarAnswer,
  type CalendarEvent,
  type CalendarWindow,
  isPractice,
  type PracticeFilter,
} from '#domain/calendar-sync.ts'
import { cleanSummary } from './clean-event.ts'

/**
 * An external calendar, read over the network. A reading ends in a complete response, in "unchanged since the response
 * that these validators came with", or in a failure. A failure says nothing about the events.
 */
export type CalendarSource = {
  /** `signal` ends the reading early, with the outcome `stopped`. Rejects only because of a bug. */
  read(request: ReadRequest): Promise<CalendarReading>
  /**
   * Looks up events that a response doesn't contain. In doubt they are `unknown`: only what is really deleted is
   * `gone`.
   */
  whereabouts(eventIds: string[], signal?: AbortSignal): Promise<Whereabouts>
}

/** By event id: where the event is now, `gone` if it was deleted, or `unknown` if it can't be looked up right now. */
export type Whereabouts = Map<string, CalendarEvent | 'gone' | 'unknown'>

type ReadRequest = {
  window: CalendarWindow
  /** The validators of the response that the caller still has for this exact window; null if it has none. */
  validators: CalendarValidators | null
  signal?: AbortSignal
}

export type CalendarReading =
  | { outcome: 'answer'; answer: CalendarAnswer; validators: CalendarValidators | null; noted: NotedItems }
  | { outcome: 'unchanged'; validators: CalendarValidators }
  | { outcome: 'failure'; failure: CalendarFailure }
  | { outcome: 'stopped' }

/** JSON that is stored with the response and passed back. Its shape is up to the source. */
export type CalendarValidators = { readonly [name: string]: unknown }

/**
 * What was not read of an event: all of it, for lack of a start (`left-out`), its repetition (`repeat`), how often or how long it
 * repeats (`repeat-part`), some of its dates (`dates`), dates on which it doesn't take place (`exceptions`), its end, or its time zone. `shared-id`: several
 * events have one UID.
 */
export type NoteReason = 'left-out' | 'repeat' | 'repeat-part' | 'dates' | 'exceptions' | 'end' | 'zone' | 'shared-id'

/** An event that was changed or left out, for officers to find it in the calendar. */
export type EventNote = {
  reason: NoteReason
  /** The event's id or iCalendar UID; empty if unknown. */
  id: string
  title: string
  /** The day of its start; null if unknown. */
  on: string | null
  isPersonal?: true
}

/** The events of a complete response that were changed or left out. */
export type NotedItems = {
  count: number
  /** At most 500. */
  notes: EventNote[]
  /** How many of them may have more occurrences than the response says. */
  incomplete: number
  /** Their ids or iCalendar UIDs where they could be read, at most 500: these events are not gone. */
  incompleteIds: string[]
}

/**
 * `quota`: too many requests. `unreachable`: no response, or an incomplete one. `bad-answer`: an unusable response.
 * `refused`: trying again won't help; the message says what to fix, in the settings or elsewhere.
 */
export type CalendarFailure = {
  kind: 'quota' | 'unreachable' | 'bad-answer' | 'refused'
  /** A sentence or two for the webmaster. Never contains the key or the address of a feed. */
  message: string
  /** How long the server asks us to wait. */
  retryAfterMs?: number
}

/** Thrown anywhere in a reading to end it with this failure. */
export class CalendarFault extends Error {
  override name = 'CalendarFault'
  failure: CalendarFailure

  constructor(kind: CalendarFailure['kind'], message: string, retryAfterMs?: number) {
    super(message)
    this.failure = retryAfterMs === undefined ? { kind, message } : { kind, message, retryAfterMs }
  }
}

/** Runs a reading and turns what it throws into its outcome. Errors other than a CalendarFault are rethrown. */
export async function settleReading(
  signal: AbortSignal | undefined,
  read: () => Promise<CalendarReading>,
): Promise<CalendarReading> {
  if (signal?.aborted) return { outcome: 'stopped' }
  try {
    return await read()
  } catch (error) {
    if (signal?.aborted) return { outcome: 'stopped' }
    if (error instanceof CalendarFault) return { outcome: 'failure', failure: error.failure }
    throw error
  }
}

const notesAtMost = 500
const incompleteIdsAtMost = 500
const incompleteReasons = new Set<NoteReason>(['left-out', 'repeat', 'dates'])

type NotedEvent = { id: unknown; title: unknown; on: string | null; isPersonal?: boolean }

/** Collects what is changed or left out; the same about one event counts once. */
export function noteItems() {
  const noted: NotedItems = { count: 0, notes: [], incomplete: 0, incompleteIds: [] }
  const known = new Set<string>()
  return {
    noted,
    add(reason: NoteReason, { id, title, on, isPersonal }: NotedEvent) {
      const key = typeof id === 'string' ? `${reason} ${id}` : ''
      if (key && known.has(key)) return
      known.add(key)
      noted.count += 1
      const text = typeof id === 'string' ? id.slice(0, 1024) : ''
      if (noted.notes.length < notesAtMost) {
        const summary = cleanSummary(typeof title === 'string' ? title : '')
        noted.notes.push({ reason, id: text, title: summary, on, ...(isPersonal ? { isPersonal: true } : {}) })
      }
      if (!incompleteReasons.has(reason)) return
      noted.incomplete += 1
      if (text && noted.incompleteIds.length < incompleteIdsAtMost) noted.incompleteIds.push(text)
    },
  }
}

const daysAhead = 90

/** From the start of yesterday to the end of the day in 90 days, in the club's zone; the same all day long. */
export function calendarWindow(nowMs: number, timeZone: string): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).startOfDay()
  const at = (day: Temporal.ZonedDateTime) => new Date(day.startOfDay().epochMilliseconds).toISOString()
  return { from: at(today.subtract({ days: 1 })), to: at(today.add({ days: daysAhead + 1 })) }
}

/** The notes about practices, or what could be one: an event that is private or has another title is no officer's concern. */
export function notesOfPractices({ notes }: NotedItems, filter: PracticeFilter) {
  return notes.filter(({ title, isPersonal }) => {
    const event = { summary: title, ...(isPersonal ? { isPersonal: true as const } : {}) }
    return isPractice(event, title === '' ? { ...filter, titleFilter: undefined } : filter)
  })
}
