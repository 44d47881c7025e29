import type { CalendarEvent, EventMoment } from '#domain/calendar-sync.ts'
import type { NoteReason } from './calendar-source.ts'
import { endOf, type FeedEvent, momentOf, type ReadContext, readWhens, type When } from './ics-event.ts'
import { expandRule } from './ics-rules.ts'
import { dayMs, floorDay, readable, type Span, UnreadableItem } from './ics-syntax.ts'
import { utcZone, type Zone } from './ics-zones.ts'

type SeriesContext = {
  read: ReadContext
  club: Zone
  /** The window, in epoch milliseconds. */
  from: number
  to: number
  instancesAtMost: number
  /** Ids of events to include even outside the window. */
  wanted: Set<string>
}

const hourMs = 3_600_000

/**
 * The occurrences of the VEVENTs of one UID. It should be one series; where several events share it by mistake, each is
 * kept, and has its start in its id.
 */
export function expandVersions(versions: FeedEvent[], context: SeriesContext): CalendarEvent[] {
  const masters = Map.groupBy(
    versions.filter(({ recurrenceId }) => recurrenceId === null),
    ({ start, summary, location }) => JSON.stringify([momentOf(start), summary, location]),
  )
  const latest = [...masters.values()].flatMap((same) => newest(same) ?? []).sort((a, b) => a.sequence - b.sequence)
  const overrides = versions.filter(({ recurrenceId }) => recurrenceId !== null)
  const master = latest.at(-1)
  // Versions of one event, of which the last counts, differ in their sequence.
  const areVersions = new Set(latest.map(({ sequence }) => sequence)).size === latest.length
  if (master && new Set(latest.map(({ summary }) => summary)).size > 1) context.read.note('shared-id', master)
  if (!master || areVersions) return expandOrKeepFirst(master, overrides, context)
  context.read.note('shared-id', master)
  const others = latest.slice(0, -1).flatMap((single) => expandOrKeepFirst({ ...single, ownsUid: false }, [], context))
  return [...others, ...expandOrKeepFirst({ ...master, ownsUid: false }, overrides, context)]
}

/** `ownsUid`: whether a single event has its UID as its id; if not, it is identified like an occurrence of a series. */
type Master = FeedEvent & { ownsUid?: boolean }

/** A series that repeats too often keeps its first date. */
function expandOrKeepFirst(master: Master | undefined, overrides: FeedEvent[], context: SeriesContext) {
  try {
    return expandSeries(master, overrides, context)
  } catch (error) {
    if (!master || !(error instanceof UnreadableItem)) throw error
    context.read.note('repeat', master)
    return expandSeries({ ...master, rules: [], exceptionRules: [], dates: [], ownsUid: false }, overrides, context)
  }
}

/**
 * Expands a series to the occurrences that touch the window: DTSTART, RRULE and RDATE without EXDATE, with each override
 * (RECURRENCE-ID) replacing its occurrence. Occurrences are identified by their original start, as a wall (ics-zones.ts)
 * in the series' own zone.
 * @throws UnreadableItem or RangeError if the series can't be parsed or is too dense
 */
function expandSeries(master: Master | undefined, versions: FeedEvent[], context: SeriesContext): CalendarEvent[] {
  const wallOf = ({ recurrenceId }: FeedEvent) =>
    readable(() => originalWall(recurrenceId as When, master, context.read))
  const overrides = Map.groupBy(versions, wallOf)
  const events: CalendarEvent[] = []
  const add = (make: () => CalendarEvent) => {
    const event = readable(make)
    if (!event) return context.read.note('dates', master ?? (versions[0] as FeedEvent))
    if (!touches(event, context) && !context.wanted.has(event.id)) return
    if (events.length >= context.instancesAtMost) throw new UnreadableItem('series repeats too often')
    events.push(event)
  }

  const future = futureOverrides(overrides)
  const { found, isExcluded } = master ? occurrencesOf(master, future, context) : noOccurrences
  for (const [wall, candidates] of overrides) {
    const override = newest(candidates)
    if (wall === null) {
      if (override) context.read.note('dates', override)
      continue
    }
    // A newer version of the series has left out the occurrence since it was changed.
    const isOutdated = master && override && override.sequence < master.sequence && isExcluded(wall)
    if (override && !isOutdated) add(() => overridden(override, wall, master, override.start))
  }
  if (!master) return events
  const keepsUid = isSingle(master) && master.ownsUid !== false
  for (const [wall, span] of found) {
    if (overrides.has(wall)) continue
    const last = future.findLast((override) => override.wall <= wall)
    if (last) add(() => overridden(last.override, wall, master, { ...last.override.start, wall: wall + last.shift }))
    else if (keepsUid) add(() => eventOf(master, master.start, null))
    else add(() => eventOf({ ...master, span: span ?? master.span }, { ...master.start, wall }, wall))
  }
  return events
}

function isSingle({ rules, dates }: FeedEvent) {
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
function futureOverrides(overrides: Map<number | null, FeedEvent[]>) {
  return [...overrides]
    .flatMap(([wall, candidates]) => (wall === null ? [] : [{ wall, override: newest(candidates) as FeedEvent }]))
    .filter(({ override }) => override.andFuture)
    .map(({ wall, override }) => ({ wall, override, shift: override.start.wall - wall }))
    .sort((a, b) => a.wall - b.wall)
}

/** An original start in the series' own terms: feeds write a date for a time, and a time for a date (Exchange). */
function originalWall(when: When, master: FeedEvent | undefined, { floating }: ReadContext) {
  const series = master?.start ?? when
  if (series.kind === 'day') return when.kind === 'day' ? when.wall : dayOf(when, floating)
  if (when.kind === 'day') return when.wall + (series.wall - floorDay(series.wall))
  return series.zone === when.zone ? when.wall : series.zone.wallOf(when.zone.instantOf(when.wall))
}

/** The date that a time means where a date was expected: midnight in some zone, which in UTC is hardly ever midnight. */
function dayOf(when: When & { kind: 'time' }, floating: Zone) {
  return floorDay(when.zone === utcZone && when.wall !== floorDay(when.wall) ? floating.wallOf(when.wall) : when.wall)
}

const noOccurrences = { found: [], isExcluded: (_wall: number) => false }

/** RFC 5545 allows one rule of a kind. */
const rulesAtMost = 10

/** The walls of the series' occurrences around the window, each with its own length if it has one; and of its EXDATEs. */
function occurrencesOf(master: FeedEvent, future: { shift: number }[], { read, from, to }: SeriesContext) {
  const { start } = master
  const zone = start.kind === 'time' ? start.zone : read.floating
  const reach = Math.max(0, ...future.map(({ shift }) => Math.abs(shift)))
  const begin = zone.wallOf(from) - Math.min(lengthOf(master.span) + reach, 400 * dayMs) - dayMs
  const end = zone.wallOf(to) + Math.min(reach, 400 * dayMs) + dayMs
  const reasons = new Set<NoteReason>()
  const note = (reason: NoteReason) => reasons.add(reason)
  if (master.rules.length + master.exceptionRules.length > rulesAtMost) throw new UnreadableItem('too many rules')
  const toWall = (instant: number) =>
    start.kind === 'time' ? start.zone.wallOf(instant) : dayOf({ kind: 'time', wall: instant, zone: utcZone }, zone)
  const expand = (rule: string) => {
    const range = { start: start.wall, from: begin, to: end, toWall, onIgnored: () => note('repeat-part') }
    const dates = readable(() => expandRule(rule, range))
    if (!dates) read.note('repeat', master)
    return dates ?? []
  }
  const listed = (properties: FeedEvent['dates'], reason: NoteReason) =>
    properties.flatMap((property) =>
      readWhens(property, {
        find: read.find,
        floating: zone === utcZone ? read.floating : zone,
        onUnknownZone: () => note('zone'),
        onUnreadable: () => note(reason),
      }),
    )

  const found = new Map<number, Span | undefined>(
    [start.wall, ...master.rules.flatMap(expand)].map((wall) => [wall, undefined]),
  )
  for (const date of listed(master.dates, 'dates')) found.set(originalWall(date, master, read), date.span)
  for (const wall of master.exceptionRules.flatMap(expand)) found.delete(wall)
  const days = new Set<number>()
  const excluded = new Set<number>()
  for (const date of listed(master.exceptionDates, 'exceptions')) {
    if (date.kind === 'day' && start.kind === 'time') days.add(date.wall)
    else excluded.add(originalWall(date, master, read))
  }
  const isNear = (wall: number) => isSingle(master) || (wall >= begin && wall <= end)
  const isExcluded = (wall: number) => excluded.has(wall) || days.has(floorDay(wall))
  const near = [...found].filter(([wall]) => isNear(wall))
  // What is wrong with a series that ended long ago is no one's concern.
  if (near.length > 0) for (const reason of reasons) read.note(reason, master)
  return { found: near.filter(([wall]) => !isExcluded(wall)), isExcluded }
}

function lengthOf(span: Span | null) {
  return span ? Math.max(0, span.days * dayMs + span.ms) : dayMs
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
    isPrivate: override.isPrivate || series.isPrivate,
    span: override.span ?? (sameKind ? series.span : null),
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
    ...(event.isPrivate ? { isPersonal: true } : {}),
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

function touches(event: CalendarEvent, { from, to, club }: SeriesContext) {
  const at = (moment: EventMoment) => ('at' in moment ? Date.parse(moment.at) : club.instantOf(Date.parse(moment.on)))
  const start = at(event.start)
  const end = event.end ? at(event.end) : start + 2 * hourMs
  return start < to && end > from
}
