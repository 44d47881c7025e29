/**
 * What a calendar source (Google, an ICS feed, the built-in calendar) tells the club: events that are already expanded,
 * so that a weekly practice arrives as one event a week (D22).
 */

/** An instant (ISO 8601 in UTC with milliseconds) or a calendar day (`YYYY-MM-DD`, for all-day events). */
export type EventMoment = { at: string } | { on: string }

export type CalendarEvent = {
  /** The source's own id of this occurrence, stable while the event exists. */
  id: string
  /** The iCalendar UID: one for a whole series, the same in every source that shows the event. */
  iCalUid: string
  /** Where in its series this occurrence first stood; null for a single event. */
  originalStart: EventMoment | null
  status: 'confirmed' | 'cancelled'
  /** Plain text; empty where the source has none. */
  summary: string
  location: string
  description: string
  /** The organizer's e-mail address; empty where the source has none. */
  organizer: string
  start: EventMoment
  /** Exclusive; null where the source has none (D24 gives it two hours then). */
  end: EventMoment | null
}

/** The stretch of time that a source was asked about: instants, `from` inclusive, `to` exclusive. */
export type CalendarWindow = { from: string; to: string }

/** A complete answer: every event that touches the window. Nothing less is ever called an answer (D22). */
export type CalendarAnswer = { window: CalendarWindow; events: CalendarEvent[] }
