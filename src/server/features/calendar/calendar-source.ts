import type { CalendarAnswer, CalendarEvent, CalendarWindow } from '#domain/calendar-sync.ts'

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
  | { outcome: 'answer'; answer: CalendarAnswer; validators: CalendarValidators | null; dropped: DroppedItems }
  | { outcome: 'unchanged'; validators: CalendarValidators }
  | { outcome: 'failure'; failure: CalendarFailure }
  | { outcome: 'stopped' }

/** JSON that is stored with the response and passed back. Its shape is up to the source. */
export type CalendarValidators = { readonly [name: string]: unknown }

/** Items that could not be parsed and were left out of an otherwise complete response. */
export type DroppedItems = {
  count: number
  /** Ids or iCalendar UIDs of those items where they could be read, at most 500: these events are not gone. */
  ids: string[]
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

const droppedIdsAtMost = 500

/** Collects the items that are left out of a response. */
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

/** From the start of yesterday to the end of the day in 90 days, in the club's zone; the same all day long. */
export function calendarWindow(nowMs: number, timeZone: string): CalendarWindow {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).startOfDay()
  const at = (day: Temporal.ZonedDateTime) => new Date(day.startOfDay().epochMilliseconds).toISOString()
  return { from: at(today.subtract({ days: 1 })), to: at(today.add({ days: daysAhead + 1 })) }
}
