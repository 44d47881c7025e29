import type { CalendarEvent, CalendarWindow } from '#domain/calendar-sync.ts'
import { type NotedItems, noteItems } from './calendar-source.ts'
import { type FeedEvent, isPrivate, momentOf, type ReadContext, readEvent, uidOf, type When } from './ics-event.ts'
import { expandVersions } from './ics-series.ts'
import { type Component, find, floorDay, parseCalendar, readable, textOf } from './ics-syntax.ts'
import { createZoneFinder, ianaZone } from './ics-zones.ts'

/** Request and result of the worker thread (ics-worker.ts). */
export type FeedRequest = {
  body: Uint8Array
  /** Of the response; undefined if it declares none. */
  charset: string | undefined
  window: CalendarWindow
  /** Ids of events to include even outside the window. */
  wanted: string[]
  timeZone: string
  instancesAtMost: number
}

export type FeedResult =
  | { outcome: 'events'; events: CalendarEvent[]; noted: NotedItems }
  | { outcome: 'no-calendar' | 'too-many' }

/**
 * Every event of an ICS feed that touches the window, by start. An event with a start is kept without what can't be
 * read of it; each one that was changed or left out is noted.
 */
export function readFeed(request: FeedRequest): FeedResult {
  const { body, charset, window, timeZone, instancesAtMost } = request
  const calendar = parseCalendar(body, charset)
  const club = ianaZone(timeZone)
  if (!calendar || !club) return { outcome: 'no-calendar' }
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)]
  const findZone = createZoneFinder({ zones: calendar.zones, from, to })
  const ownZone = calendar.calendars.map((component) => find(component, 'X-WR-TIMEZONE')?.value.trim()).find(Boolean)
  const { noted, add } = noteItems()
  const read: ReadContext = {
    from,
    floating: (ownZone && findZone(ownZone)) || club,
    find: findZone,
    // What is wrong with an event of last year is no one's concern.
    note: (reason, { uid, summary, start, isOver, isPrivate: isPersonal }) => {
      if (!isOver) add(reason, { id: uid, title: summary ?? '', on: start && dayTextOf(start), isPersonal })
    },
  }
  const leaveOut = (component: Component) =>
    add('left-out', {
      id: uidOf(component),
      title: textOf(find(component, 'SUMMARY')) ?? '',
      on: null,
      isPersonal: isPrivate(component),
    })

  const series = new Map<string, FeedEvent[]>()
  for (const component of calendar.events) {
    const event = readable(() => readEvent(component, read))
    const versions = event && series.get(event.uid)
    if (versions) versions.push(event)
    else if (event) series.set(event.uid, [event])
    else leaveOut(component)
  }

  const context = { read, club, from, to, instancesAtMost, wanted: new Set(request.wanted) }
  const events = new Map<string, CalendarEvent>()
  for (const versions of series.values()) {
    const occurrences = readable(() => expandVersions(versions, context))
    const [first] = versions
    if (!occurrences && first) read.note('left-out', first)
    for (const event of occurrences ?? []) keep(events, event)
    if (events.size > instancesAtMost) return { outcome: 'too-many' }
  }
  return { outcome: 'events', events: [...events.values()].sort(byStart), noted }
}

function dayTextOf(when: When) {
  const moment = readable(() => momentOf({ kind: 'day', wall: floorDay(when.wall) }))
  return moment && 'on' in moment ? moment.on : null
}

/** Events that share a UID and a start are told apart by a number. */
function keep(events: Map<string, CalendarEvent>, event: CalendarEvent) {
  let id = event.id
  for (let number = 2; events.has(id); number++) id = `${event.id}_${number}`
  events.set(id, id === event.id ? event : { ...event, id })
}

function byStart(a: CalendarEvent, b: CalendarEvent) {
  return sortKey(a) < sortKey(b) ? -1 : 1
}

function sortKey({ start, id }: CalendarEvent) {
  return `${'on' in start ? start.on : start.at} ${id}`
}
