import type { CalendarEvent, CalendarWindow, EventMoment } from '#domain/calendar-sync.ts'
import { countDropped, type DroppedItems } from './calendar-source.ts'
import { endOf, type FeedEvent, type FeedZones, momentOf, readEvent, readWhens, uidOf, type When } from './ics-event.ts'
import { createRuleExpander, type ExpandRule, type RuleEngine } from './ics-rules.ts'
import { dayMs, floorDay, parseCalendar, type Span, UnreadableItem, untilOf } from './ics-syntax.ts'
import { createZoneFinder, ianaZone, utcZone } from './ics-zones.ts'

/** Request and result of the worker thread (ics-worker.ts). */
export type FeedRequest = {
  body: Uint8Array
  window: CalendarWindow
  /** Ids of events to include even outside the window. */
  wanted: string[]
  timeZone: string
  instancesAtMost: number
}

export type FeedResult =
  | { outcome: 'events'; events: CalendarEvent[]; dropped: DroppedItems }
  | { outcome: 'no-calendar' | 'too-many' }

/** What we use of node-ical. It is passed in because only the worker loads it. */
export type IcalEngine = { rule: RuleEngine; windowsZone(name: string): string | undefined }

/** Every event of an ICS feed that touches the window, by start. What can't be parsed is left out and counted. */
export function readFeed(request: FeedRequest, engine: IcalEngine): FeedResult {
  const { body, window, timeZone, instancesAtMost } = request
  const calendar = parseCalendar(body)
  const club = ianaZone(timeZone)
  if (!calendar || !club) return { outcome: 'no-calendar' }
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)]
  const expandRule = createRuleExpander(engine.rule)
  const findZone = createZoneFinder({ zones: calendar.zones, from, to, expandRule, windowsZone: engine.windowsZone })
  const zones = { club, find: findZone }
  const { dropped, add: drop } = countDropped()

  const context = { zones, expandRule, from, to, instancesAtMost, wanted: new Set(request.wanted) }
  const series = new Map<string, FeedEvent[]>()
  for (const component of calendar.events) {
    const event = readable(() => readEvent(component, zones))
    const versions = event && series.get(event.uid)
    if (versions) versions.push(event)
    else if (event) series.set(event.uid, [event])
    else drop(uidOf(component))
  }

  const events = new Map<string, CalendarEvent>()
  for (const [uid, versions] of series) {
    const occurrences = readable(() => expandSeries(versions, context))
    if (!occurrences) drop(uid)
    for (const event of occurrences ?? []) events.set(event.id, event)
    if (events.size > instancesAtMost) return { outcome: 'too-many' }
  }
  return { outcome: 'events', events: [...events.values()].sort(byStart), dropped }
}

/** @returns null if it can't be parsed; Temporal and Date throw RangeErrors for times that don't exist */
function readable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableItem || error instanceof RangeError) return null
    throw error
  }
}

function byStart(a: CalendarEvent, b: CalendarEvent) {
  return sortKey(a) < sortKey(b) ? -1 : 1
}

function sortKey({ start, id }: CalendarEvent) {
  return `${'on' in start ? start.on : start.at} ${id}`
}

type SeriesContext = {
  zones: FeedZones
  expandRule: ExpandRule
  /** The window, in epoch milliseconds. */
  from: number
  to: number
  instancesAtMost: number
  /** Ids of events to include even outside the window. */
  wanted: Set<string>
}

const hourMs = 3_600_000
/** Limits the dates of one rule, before those outside the window are left out. */
const datesAtMost = 20_000

/**
 * Expands the VEVENTs of one UID to the occurrences that touch the window: DTSTART, RRULE and RDATE without EXDATE,
 * with each override (RECURRENCE-ID) replacing its occurrence. Occurrences are identified by their original start, as a
 * wall (ics-zones.ts) in the series' own zone.
 * @throws UnreadableItem or RangeError if the series can't be parsed or is too dense
 */
function expandSeries(versions: FeedEvent[], context: SeriesContext): CalendarEvent[] {
  const master = newest(versions.filter(({ recurrenceId }) => recurrenceId === null))
  const overrides = Map.groupBy(
    versions.filter(({ recurrenceId }) => recurrenceId !== null),
    ({ recurrenceId }) => originalWall(recurrenceId as When, master, context.zones),
  )
  const events: CalendarEvent[] = []
  const add = (event: CalendarEvent) => {
    if (!touches(event, context) && !context.wanted.has(event.id)) return
    if (events.length >= context.instancesAtMost) throw new UnreadableItem('series repeats too often')
    events.push(event)
  }

  for (const [wall, candidates] of overrides) {
    const override = newest(candidates)
    if (override) add(overridden(override, wall, master, override.start))
  }
  if (!master) return events
  const future = futureOverrides(overrides)
  for (const wall of wallsOf(master, future, context)) {
    if (overrides.has(wall)) continue
    const last = future.findLast((override) => override.wall <= wall)
    if (last) add(overridden(last.override, wall, master, { ...last.override.start, wall: wall + last.shift }))
    else add(single(master) ? eventOf(master, master.start, null) : eventOf(master, { ...master.start, wall }, wall))
  }
  return events
}

function single({ rules, dates }: FeedEvent) {
  return rules.length === 0 && dates.length === 0
}

/** The version with the highest SEQUENCE; the last one of equals. */
function newest(versions: FeedEvent[]) {
  return versions.reduce<FeedEvent | undefined>(
    (best, version) => (best && best.sequence > version.sequence ? best : version),
    undefined,
  )
}

/** Overrides that all later occurrences follow, in order. */
function futureOverrides(overrides: Map<number, FeedEvent[]>) {
  return [...overrides]
    .map(([wall, candidates]) => ({ wall, override: newest(candidates) as FeedEvent }))
    .filter(({ override }) => override.andFuture)
    .map(({ wall, override }) => ({ wall, override, shift: override.start.wall - wall }))
    .sort((a, b) => a.wall - b.wall)
}

/** An original start in the series' own terms: feeds write a date for a time, and a time for a date (Exchange). */
function originalWall(when: When, master: FeedEvent | undefined, zones: FeedZones) {
  const series = master?.start ?? when
  if (series.kind === 'day') return when.kind === 'day' ? when.wall : dayOf(when, zones)
  if (when.kind === 'day') return when.wall + (series.wall - floorDay(series.wall))
  return series.zone === when.zone ? when.wall : series.zone.wallOf(when.zone.instantOf(when.wall))
}

/**
 * The date that a time means where a date was expected: midnight in some zone, which in UTC is hardly ever midnight.
 */
function dayOf(when: When & { kind: 'time' }, zones: FeedZones) {
  const local = when.zone === utcZone && when.wall !== floorDay(when.wall) ? zones.club.wallOf(when.wall) : when.wall
  return floorDay(local)
}

/** The walls of the series' occurrences around the window. */
function wallsOf(master: FeedEvent, future: { shift: number }[], { zones, expandRule, from, to }: SeriesContext) {
  const zone = master.start.kind === 'time' ? master.start.zone : zones.club
  const reach = Math.max(0, ...future.map(({ shift }) => Math.abs(shift)))
  const begin = zone.wallOf(from) - Math.min(lengthOf(master.span) + reach, 400 * dayMs) - dayMs
  const end = zone.wallOf(to) + Math.min(reach, 400 * dayMs) + dayMs
  const toWall = (instant: number) => {
    if (master.start.kind === 'time') return master.start.zone.wallOf(instant)
    return dayOf({ kind: 'time', wall: instant, zone: utcZone }, zones)
  }
  const expand = (rule: string) => {
    const walls = expandRule(rule, master.start.wall, begin, Math.min(end, untilOf(rule, toWall)))
    if (walls.length > datesAtMost) throw new UnreadableItem('series repeats too often')
    return walls
  }
  const listed = (properties: FeedEvent['dates']) =>
    properties.flatMap((property) => readWhens(property, zones.find, zone === utcZone ? zones.club : zone))

  const walls = new Set([master.start.wall, ...master.rules.flatMap(expand)])
  for (const date of listed(master.dates)) walls.add(originalWall(date, master, zones))
  for (const wall of master.exceptionRules.flatMap(expand)) walls.delete(wall)
  const days = new Set<number>()
  for (const date of listed(master.exceptionDates)) {
    if (date.kind === 'day' && master.start.kind === 'time') days.add(date.wall)
    else walls.delete(originalWall(date, master, zones))
  }
  const near = (wall: number) => single(master) || (wall >= begin && wall <= end)
  return [...walls].filter((wall) => near(wall) && !days.has(floorDay(wall)))
}

function lengthOf(span: Span) {
  if (span.kind === 'days') return Math.max(1, span.days) * dayMs
  if (span.kind === 'exact') return Math.max(0, span.ms)
  return span.kind === 'nominal' ? span.days * dayMs + span.ms : dayMs
}

/** An occurrence as its override has it; what the override leaves out comes from the series. */
function overridden(override: FeedEvent, wall: number, master: FeedEvent | undefined, start: When): CalendarEvent {
  const series = master ?? override
  const sameKind = master?.start.kind === start.kind
  const whole: FeedEvent = {
    ...override,
    status: master?.status === 'cancelled' ? 'cancelled' : override.status,
    summary: override.summary ?? series.summary,
    location: override.location ?? series.location,
    description: override.description ?? series.description,
    organizer: override.organizer ?? series.organizer,
    span: override.span.kind === 'none' && sameKind ? series.span : override.span,
  }
  return eventOf(whole, start, wall, master?.start ?? override.recurrenceId ?? start)
}

/** @param wall the original start in the terms of `series`; null for an event without one */
function eventOf(event: FeedEvent, start: When, wall: number | null, series: When = event.start): CalendarEvent {
  const originalStart = wall === null ? null : momentOf({ ...series, wall })
  return {
    id: originalStart === null ? event.uid : occurrenceId(event.uid, originalStart),
    iCalUid: event.uid,
    originalStart,
    status: event.status,
    summary: event.summary ?? '',
    location: event.location ?? '',
    description: event.description ?? '',
    organizer: event.organizer ?? '',
    start: momentOf(start),
    end: endOf(start, event.span),
  }
}

/** The same format as Google's: the UID, and the original start in UTC or its date. */
function occurrenceId(uid: string, originalStart: EventMoment) {
  const start = 'on' in originalStart ? originalStart.on : originalStart.at.replace(/\.\d+/, '')
  return `${uid}_${start.replaceAll(/[-:]/g, '')}`
}

function touches(event: CalendarEvent, { from, to, zones }: SeriesContext) {
  const at = (moment: EventMoment) =>
    'at' in moment ? Date.parse(moment.at) : zones.club.instantOf(Date.parse(moment.on))
  const start = at(event.start)
  const end = event.end ? at(event.end) : start + 2 * hourMs
  return start < to && end > from
}
