import { addDays, dayOf, startOf } from './calendar-day.ts'
import { isLive, type Practice } from './practices.ts'

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

/**
 * How the club's practices follow its calendar (D23, D24, D26). Pure: stored practices and events in, changes out. Uses
 * Temporal through calendar-day, so it is the server's alone.
 */

export type CalendarSourceName = 'google' | 'ics' | 'built-in'

/** What of a practice comes from its event. */
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
  /** Ahead, within the window's reach, and not in the answer: gone, or moved out of the window. The source must say which. */
  missing: StoredPractice[]
}

const hoursWithoutEnd = 2
const untitled = 'Practice'

/** The times of an event in the club's zone: all day, without an end, or with an end that makes no sense (D24, T48). */
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
    // The end is exclusive: a practice until midnight is over on the day before.
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
 * What a complete answer changes. A practice is found by its event's id, or, after a change of the calendar's source, by
 * iCalendar UID and original start. Live ones keep their copy but for the end (D26); ended and deleted ones are history.
 * @param unreadable ids of items that were dropped from the answer: absent, but not gone
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
  // Of two with one id the later was read later.
  const events = new Map(answer.events.map((event) => [event.id, event]))
  const own = stored.filter((practice) => practice.source === source)
  const byEvent = new Map(own.map((practice) => [practice.eventId, practice]))
  // A practice whose own event is in the answer is nobody else's.
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

/** Whether the calendar may still cancel or move it: not deleted, not started, not over, not cancelled already. */
function canGo(practice: StoredPractice, now: string) {
  return (
    practice.deletedAt === null && practice.startedAt === null && practice.cancelledAt === null && practice.endsAt > now
  )
}

/** What one event changes about its practice; null when nothing. */
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
