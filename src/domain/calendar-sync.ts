import { addDays, dayOf, startOf } from './calendar-day.ts'
import { isLive, type Practice } from './practices.ts'

/**
 * Events from a calendar source (Google, an ICS feed, the built-in calendar), with recurring events already expanded: a
 * weekly practice arrives as one event a week.
 */

/** An instant (ISO 8601 in UTC with milliseconds) or a calendar day (`YYYY-MM-DD`, for all-day events). */
export type EventMoment = { at: string } | { on: string }

export type CalendarEvent = {
  /** The source's id of this occurrence, stable while the event exists. */
  id: string
  /** The iCalendar UID: the same for the whole series and in every source that shows the event. */
  iCalUid: string
  /** Original start of this occurrence in its series (RECURRENCE-ID); null for a single event. */
  originalStart: EventMoment | null
  status: 'confirmed' | 'cancelled'
  /** Plain text; empty if the source has none. */
  summary: string
  location: string
  description: string
  /** The organizer's email address; empty if the source has none. */
  organizer: string
  start: EventMoment
  /** Exclusive; null if the source has none, and then it lasts two hours. */
  end: EventMoment | null
}

/** The requested time range, as instants: `from` inclusive, `to` exclusive. */
export type CalendarWindow = { from: string; to: string }

/**
 * A complete result: every event that overlaps the window. A failed or partial read is never treated as one, because
 * events missing from it would be canceled.
 */
export type CalendarAnswer = { window: CalendarWindow; events: CalendarEvent[] }

/**
 * How practices follow the club's calendar. Pure: takes stored practices and events, and returns changes. Uses Temporal
 * through calendar-day, so only the server can import it.
 */

export type CalendarSourceName = 'google' | 'ics' | 'built-in'

/** The fields of a practice that come from its event. */
export type EventCopy = {
  eventId: string
  source: CalendarSourceName
  icalUid: string
  originalStart: string
  title: string
  location: string
  description: string
  organizer: string
  startsAt: string
  endsAt: string
  allDay: boolean
  startsOn: string
  lastOn: string
}
export type StoredPractice = Practice & EventCopy & { deletedAt: string | null }

export type SyncPlan = {
  added: EventCopy[]
  changed: { id: string; set: Partial<EventCopy> & { cancelledAt?: string | null } }[]
  /**
   * Upcoming practices within the window that are not in the result: deleted, or moved out of the window. The source
   * must be asked which.
   */
  missing: StoredPractice[]
}

const hoursWithoutEnd = 2
const untitled = 'Practice'

/** Start and end in the club's time zone. Handles all-day events, a missing end, and an end before the start (T48). */
export function timesOf(event: { start: EventMoment; end: EventMoment | null }, timeZone: string) {
  const { start, end } = event
  if ('on' in start) {
    const endOn = end && 'on' in end && end.on > start.on ? end.on : addDays(start.on, 1)
    return {
      startsAt: startOf(start.on, timeZone),
      endsAt: startOf(endOn, timeZone),
      allDay: true,
      startsOn: start.on,
      lastOn: addDays(endOn, -1),
    }
  }
  const given = end && 'at' in end && end.at > start.at ? end.at : null
  const endsAt = given ?? new Date(Date.parse(start.at) + hoursWithoutEnd * 3_600_000).toISOString()
  return {
    startsAt: start.at,
    endsAt,
    allDay: false,
    startsOn: dayOf(Date.parse(start.at), timeZone),
    // The end is exclusive: a practice until midnight ends on the day before.
    lastOn: dayOf(Date.parse(endsAt) - 1, timeZone),
  }
}

export function copyOf(event: CalendarEvent, source: CalendarSourceName, timeZone: string): EventCopy {
  return {
    eventId: event.id,
    source,
    icalUid: event.iCalUid,
    originalStart: event.originalStart === null ? '' : momentText(event.originalStart),
    title: event.summary.trim() || untitled,
    location: event.location,
    description: event.description,
    organizer: event.organizer,
    ...timesOf(event, timeZone),
  }
}

export function isPracticeTitle(summary: string, titleFilter: string | undefined) {
  return titleFilter === undefined || summary.toLowerCase().includes(titleFilter.toLowerCase())
}

/**
 * The changes that a complete result makes. A practice is matched by its event id or, after the club switched
 * calendars, by iCalendar UID and original start. A live practice only follows a changed end; ended and deleted ones
 * stay as they are.
 * @param unreadable ids of events that could not be parsed: absent from the result, but not gone
 */
export function planSync(facts: {
  stored: StoredPractice[]
  answer: { window: CalendarWindow; events: CalendarEvent[] }
  unreadable: Set<string>
  source: CalendarSourceName
  timeZone: string
  titleFilter: string | undefined
  now: string
}): SyncPlan {
  const { stored, answer, source, timeZone, now } = facts
  const plan: SyncPlan = { added: [], changed: [], missing: [] }
  // If an id occurs twice, the last one was read later and wins.
  const events = new Map(answer.events.map((event) => [event.id, event]))
  const own = stored.filter((practice) => practice.source === source)
  const byEvent = new Map(own.map((practice) => [practice.eventId, practice]))
  // A practice that matches by event id can't be claimed by another event.
  const seen = new Set(own.filter((practice) => events.has(practice.eventId)).map((practice) => practice.id))
  const others = stored.filter((practice) => !seen.has(practice.id))
  const byOccurrence = Map.groupBy(others, occurrenceKey)
  for (const event of events.values()) {
    const copy = copyOf(event, source, timeZone)
    const practice = byEvent.get(event.id) ?? byOccurrence.get(occurrenceKey(copy))?.find(({ id }) => !seen.has(id))
    if (!practice) {
      if (event.status === 'confirmed' && isPracticeTitle(event.summary, facts.titleFilter)) plan.added.push(copy)
      continue
    }
    seen.add(practice.id)
    const set = changesTo(practice, event, copy, now)
    if (set) plan.changed.push({ id: practice.id, set })
  }
  plan.missing = own.filter(
    (practice) =>
      !seen.has(practice.id) &&
      !facts.unreadable.has(practice.eventId) &&
      !facts.unreadable.has(practice.icalUid) &&
      canGo(practice, now) &&
      practice.endsAt > answer.window.from &&
      practice.startsAt < answer.window.to,
  )
  return plan
}

/** Whether the calendar may still cancel or move it: not deleted, started, over, or already canceled. */
function canGo(practice: StoredPractice, now: string) {
  return (
    practice.deletedAt === null && practice.startedAt === null && practice.cancelledAt === null && practice.endsAt > now
  )
}

/** The changes that one event makes to its practice; null for none. */
function changesTo(practice: StoredPractice, event: CalendarEvent, copy: EventCopy, now: string) {
  if (practice.deletedAt !== null) return null
  const adopted = copy.source === practice.source && copy.eventId === practice.eventId ? {} : identityOf(copy)
  if (event.status === 'cancelled') return canGo(practice, now) ? { ...adopted, cancelledAt: now } : orNull(adopted)
  if (isLive(practice, now)) {
    const end = copy.endsAt === practice.endsAt ? {} : { endsAt: copy.endsAt, lastOn: copy.lastOn }
    return orNull({ ...adopted, ...end })
  }
  if (practice.startedAt !== null) return orNull(adopted)
  const set: SyncPlan['changed'][number]['set'] = { ...adopted }
  for (const field of copiedFields) if (copy[field] !== practice[field]) Object.assign(set, { [field]: copy[field] })
  if (practice.cancelledAt !== null) set.cancelledAt = null
  return orNull(set)
}

const copiedFields = [
  'title',
  'location',
  'description',
  'organizer',
  'startsAt',
  'endsAt',
  'allDay',
  'startsOn',
  'lastOn',
] as const

function identityOf({ source, eventId, icalUid, originalStart }: EventCopy) {
  return { source, eventId, icalUid, originalStart }
}

function occurrenceKey(practice: { icalUid: string; originalStart: string }) {
  return `${practice.icalUid} ${practice.originalStart}`
}

function momentText(moment: EventMoment) {
  return 'at' in moment ? moment.at : moment.on
}

function orNull<T extends object>(set: T) {
  return Object.keys(set).length === 0 ? null : set
}
