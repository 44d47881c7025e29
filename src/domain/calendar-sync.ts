import { addDays, dayOf, startOf } from './calendar-day.ts'
import { isLive } from './practices.ts'
import { matchRemade, type UndecidedPractice } from './remade-practices.ts'
import { type CalendarSourceName, canFollow, type EventCopy, type StoredPractice } from './stored-practice.ts'

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
  /** Private, or about a person, such as a birthday or working hours: a practice only if the club's settings say so. */
  isPersonal?: true
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

export type SyncPlan = {
  added: EventCopy[]
  changed: { id: string; set: PracticeChange }[]
  /**
   * Upcoming practices within the window that are not in the result: deleted, or moved out of the window. The source
   * must be asked which.
   */
  missing: StoredPractice[]
  /** Neither the practices nor the events are changed until officers decide. */
  undecided: UndecidedPractice[]
  /** How many upcoming practices have an event in the result, or one that could not be parsed or decided. */
  kept: number
  /** Whether the calendar gave most practices an event with a new id. */
  changesMostIds: boolean
}
export type PracticeChange = Partial<EventCopy> & { cancelledAt?: string | null }

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

/** Which of the calendar's events are practices. */
export type PracticeFilter = { titleFilter?: string | undefined; personalEvents: boolean }

export function isPractice(
  event: Pick<CalendarEvent, 'summary' | 'isPersonal'>,
  { titleFilter, personalEvents }: PracticeFilter,
) {
  if (event.isPersonal && !personalEvents) return false
  return titleFilter === undefined || event.summary.toLowerCase().includes(titleFilter.toLowerCase())
}

/**
 * The changes that a complete result makes. A practice is matched by its event id; after the club switched calendars, by
 * iCalendar UID and original start; and where the calendar replaced its event, by what people recognize
 * (remade-practices.ts). A live practice only follows a changed end; ended and deleted ones stay as they are.
 * @param unreadable ids of events that could not be parsed: absent from the result, but not gone
 */
export function planSync(facts: {
  stored: StoredPractice[]
  answer: { window: CalendarWindow; events: CalendarEvent[] }
  unreadable: Set<string>
  source: CalendarSourceName
  timeZone: string
  filter: PracticeFilter
  now: string
}): SyncPlan {
  const { stored, answer, source, timeZone, now } = facts
  // If an id occurs twice, the last one was read later and wins.
  const events = new Map(answer.events.map((event) => [event.id, event]))
  const own = stored.filter((practice) => practice.source === source)
  const byEvent = new Map(own.map((practice) => [practice.eventId, practice]))
  // A practice that matches by event id can't be claimed by another event.
  const seen = new Set(own.filter((practice) => events.has(practice.eventId)).map((practice) => practice.id))
  const others = stored.filter((practice) => !seen.has(practice.id))
  const byOccurrence = Map.groupBy(others, occurrenceKey)
  const changes = new Map<string, PracticeChange | null>()
  const fresh = new Map<EventCopy, CalendarEvent>()
  const leaving: StoredPractice[] = []
  for (const event of events.values()) {
    const copy = copyOf(event, source, timeZone)
    const claims = (practice: StoredPractice) =>
      // What this calendar canceled was another event than the one that the practice has by now.
      !seen.has(practice.id) && (event.status === 'confirmed' || practice.source !== source)
    const practice = byEvent.get(event.id) ?? byOccurrence.get(occurrenceKey(copy))?.find(claims)
    if (practice) {
      seen.add(practice.id)
      changes.set(practice.id, changesTo(practice, event, copy, now))
      if (event.status === 'cancelled') leaving.push(practice)
    } else if (event.status === 'confirmed' && isPractice(event, facts.filter)) fresh.set(copy, event)
  }
  const unseen = stored.filter(
    (practice) =>
      !seen.has(practice.id) &&
      !facts.unreadable.has(practice.eventId) &&
      !facts.unreadable.has(practice.icalUid) &&
      practice.endsAt > answer.window.from &&
      practice.startsAt < answer.window.to,
  )
  // Officers make each event of the built-in calendar on purpose, and each sample goes with the samples.
  const copies = source === 'built-in' ? [] : [...fresh.keys()]
  const { pairs, undecided } = matchRemade([...leaving, ...unseen.filter(({ sample }) => !sample)], copies, now)
  for (const [practice, copy] of pairs) {
    seen.add(practice.id)
    changes.set(practice.id, changesTo(practice, fresh.get(copy) as CalendarEvent, copy, now))
    fresh.delete(copy)
  }
  for (const { practice, candidates } of undecided) {
    seen.add(practice.id)
    changes.delete(practice.id)
    for (const copy of candidates) fresh.delete(copy)
  }
  const missing = unseen.filter((it) => it.source === source && !seen.has(it.id) && canFollow(it, now))
  const goes = new Set([...missing, ...leaving].map(({ id }) => id))
  for (const [{ id }] of pairs) goes.delete(id)
  for (const { practice } of undecided) goes.delete(practice.id)
  const ids = new Set(answer.events.flatMap(({ id, status }) => (status === 'confirmed' ? [id] : [])))
  const upcoming = stored.filter(
    (it) => canFollow(it, now) && it.startsAt < answer.window.to && (it.source === source || seen.has(it.id)),
  )
  const sameIds = upcoming.filter((it) => it.source === source && ids.has(it.eventId)).length
  return {
    added: [...fresh.keys()],
    changed: [...changes].flatMap(([id, set]) => (set === null ? [] : [{ id, set }])),
    missing,
    undecided,
    kept: upcoming.filter(({ id }) => !goes.has(id)).length,
    changesMostIds: pairs.length >= 3 && pairs.length > sameIds,
  }
}

/**
 * Whether so many upcoming practices are missing that the calendar is more likely broken, or in the middle of an update,
 * than they are canceled: all of them, or at least three and more than half.
 * @param facts.kept how many have an event in the result
 */
export function isMassLoss({ missing, kept }: { missing: number; kept: number }) {
  return missing > 0 && (kept === 0 || (missing >= 3 && missing > kept))
}

/** The changes that one event makes to its practice; null for none. */
function changesTo(practice: StoredPractice, event: CalendarEvent, copy: EventCopy, now: string) {
  const adopted = isSameIdentity(practice, copy) ? {} : identityOf(copy)
  if (practice.deletedAt !== null) return orNull(adopted)
  if (event.status === 'cancelled') return canFollow(practice, now) ? { ...adopted, cancelledAt: now } : orNull(adopted)
  if (isLive(practice, now)) {
    const end = copy.endsAt === practice.endsAt ? {} : { endsAt: copy.endsAt, lastOn: copy.lastOn }
    return orNull({ ...adopted, ...end })
  }
  if (practice.startedAt !== null) return orNull(adopted)
  const set: PracticeChange = { ...adopted }
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

function isSameIdentity(one: EventCopy, other: EventCopy) {
  return JSON.stringify(identityOf(one)) === JSON.stringify(identityOf(other))
}

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
