import type { CalendarAnswer, CalendarEvent, CalendarWindow } from '#domain/calendar-sync.ts'

/**
 * A calendar that somebody else keeps, read over the network (D22). A reading ends in a complete answer, in "unchanged
 * since the answer that these validators came with", or in a failure. A failure says nothing about the events.
 */
export type CalendarSource = {
  /** `signal` ends the reading early, with the outcome `stopped`. Rejects with nothing but a bug. */
  read(request: ReadRequest): Promise<CalendarReading>
  /** Asks by name for events that an answer does not have. Doubt is `unknown`: only what is truly deleted is `gone`. */
  whereabouts(eventIds: string[], signal?: AbortSignal): Promise<Whereabouts>
}

/** By event id: where the event is now, that it is gone, or that it can't be found out just now (D23). */
export type Whereabouts = Map<string, CalendarEvent | 'gone' | 'unknown'>

type ReadRequest = {
  window: CalendarWindow
  /** What came with the answer that the caller still holds for this very window; null: it holds none. */
  validators: CalendarValidators | null
  signal?: AbortSignal
}

export type CalendarReading =
  | { outcome: 'answer'; answer: CalendarAnswer; validators: CalendarValidators | null; dropped: DroppedItems }
  | { outcome: 'unchanged'; validators: CalendarValidators }
  | { outcome: 'failure'; failure: CalendarFailure }
  | { outcome: 'stopped' }

/** Plain JSON to be stored with the answer and handed back. Its shape is the source's own business. */
export type CalendarValidators = { readonly [name: string]: unknown }

/** Items that could not be understood and were left out of an answer that is otherwise complete. */
export type DroppedItems = {
  count: number
  /** Ids or iCalendar UIDs of such items where they could be read, 500 at most: these events are not gone. */
  ids: string[]
}

/**
 * `quota`: asked too often. `unreachable`: no answer, or not a whole one. `bad-answer`: an answer that can't be used.
 * `refused`: the settings need a hand; the message says which.
 */
export type CalendarFailure = {
  kind: 'quota' | 'unreachable' | 'bad-answer' | 'refused'
  /** A sentence or two for the webmaster. Never holds the key or the address of a feed. */
  message: string
  /** How long the source asked to be left alone. */
  retryAfterMs?: number
}

/** How a reading's parts report a failure to the reading. */
export class CalendarFault extends Error {
  override name = 'CalendarFault'
  failure: CalendarFailure

  constructor(kind: CalendarFailure['kind'], message: string, retryAfterMs?: number) {
    super(message)
    this.failure = retryAfterMs === undefined ? { kind, message } : { kind, message, retryAfterMs }
  }
}

/** Runs a reading and turns what it throws into its outcome. What is no fault of the calendar is thrown on. */
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

const droppedIdsAtMost = 500

/** Collects what is left out of an answer. */
export function countDropped() {
  const dropped: DroppedItems = { count: 0, ids: [] }
  return {
    dropped,
    add(id: unknown) {
      dropped.count += 1
      if (typeof id === 'string' && dropped.ids.length < droppedIdsAtMost) dropped.ids.push(id.slice(0, 1024))
    },
  }
}

const daysAhead = 90

/** From the start of yesterday to the end of the day in 90 days, by the club's days; the same all day long. */
export function calendarWindow(nowMs: number, timeZone: string): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).startOfDay()
  const at = (day: Temporal.ZonedDateTime) => new Date(day.startOfDay().epochMilliseconds).toISOString()
  return { from: at(today.subtract({ days: 1 })), to: at(today.add({ days: daysAhead + 1 })) }
}
