import type { EventMoment } from '#domain/calendar-sync.ts'
import {
  cleanDescription,
  cleanEmail,
  cleanLocation,
  cleanSummary,
  isoInstant,
  isUsableId,
  usableEnd,
} from './clean-event.ts'
import {
  type Component,
  dayMs,
  find,
  findAll,
  floorDay,
  type Property,
  param,
  readDuration,
  readWall,
  type Span,
  UnreadableItem,
  unescapeText,
} from './ics-syntax.ts'
import { utcZone, type Zone, type ZoneFinder } from './ics-zones.ts'

/** One VEVENT, parsed as far as possible without the others of its series. */
export type FeedEvent = {
  uid: string
  sequence: number
  status: 'confirmed' | 'cancelled'
  /** Undefined if the VEVENT has none: an override then takes its series' text. */
  summary: string | undefined
  location: string | undefined
  description: string | undefined
  organizer: string | undefined
  start: When
  span: Span
  /** For an override: the original start, and whether all later occurrences follow it. */
  recurrenceId: When | null
  andFuture: boolean
  rules: string[]
  exceptionRules: string[]
  dates: Property[]
  exceptionDates: Property[]
}

export type FeedZones = { club: Zone; find: ZoneFinder }

/** @throws UnreadableItem */
export function readEvent(component: Component, zones: FeedZones): FeedEvent {
  const text = (name: string) => {
    const property = find(component, name)
    return property && unescapeText(property.value)
  }
  const uid = uidOf(component)
  if (!isUsableId(uid) || uid.length > 1000) throw new UnreadableItem('no UID')
  const startProperty = find(component, 'DTSTART')
  const given = startProperty ? readWhen(startProperty, zones.find, zones.club) : null
  const recurrence = find(component, 'RECURRENCE-ID')
  const ownZone = given?.kind === 'time' && given.zone !== utcZone ? given.zone : zones.club
  const recurrenceId = recurrence ? readWhen(recurrence, zones.find, ownZone) : null
  const start = given ?? recurrenceId
  if (!start) throw new UnreadableItem('no DTSTART')
  const flagged = text('X-MICROSOFT-CDO-ALLDAYEVENT')?.trim().toUpperCase() === 'TRUE'
  const { start: begin, span } = wholeDays(start, spanOf(component, start, zones), flagged)
  return {
    uid,
    sequence: Number(text('SEQUENCE')) || 0,
    status: text('STATUS')?.trim().toUpperCase() === 'CANCELLED' ? 'cancelled' : 'confirmed',
    summary: mapped(text('SUMMARY'), cleanSummary),
    location: mapped(text('LOCATION'), cleanLocation),
    description: mapped(text('DESCRIPTION'), cleanDescription),
    organizer: mapped(find(component, 'ORGANIZER')?.value, cleanEmail),
    start: begin,
    span,
    recurrenceId,
    andFuture: Boolean(recurrence && param(recurrence, 'RANGE')?.toUpperCase() === 'THISANDFUTURE'),
    rules: rulesOf(component, 'RRULE'),
    exceptionRules: rulesOf(component, 'EXRULE'),
    dates: findAll(component, 'RDATE'),
    exceptionDates: findAll(component, 'EXDATE'),
  }
}

/** RFC 5545 allows one. */
const rulesAtMost = 10

function rulesOf(component: Component, name: string) {
  const rules = findAll(component, name).map(({ value }) => value)
  if (rules.length > rulesAtMost) throw new UnreadableItem(`too many ${name} lines`)
  return rules
}

export function uidOf(component: Component) {
  return unescapeText(find(component, 'UID')?.value ?? '').trim()
}

function mapped(text: string | undefined, clean: (text: string) => string) {
  return text === undefined ? undefined : clean(text)
}

/** The event's length. An end that makes no sense (a date for a start with a time) counts as missing. */
function spanOf(component: Component, start: When, zones: FeedZones): Span {
  const endProperty = find(component, 'DTEND')
  if (!endProperty) return readDuration(find(component, 'DURATION')?.value ?? '') ?? { kind: 'none' }
  const end = readWhen(endProperty, zones.find, start.kind === 'time' ? start.zone : zones.club)
  if (start.kind === 'day' || end.kind === 'day') {
    const bothDays = start.kind === 'day' && end.kind === 'day'
    return bothDays ? { kind: 'days', days: (end.wall - start.wall) / dayMs } : { kind: 'none' }
  }
  return { kind: 'exact', ms: end.zone.instantOf(end.wall) - start.zone.instantOf(start.wall) }
}

/** Outlook may write an all-day event as one from midnight to midnight, with a flag. */
function wholeDays(start: When, span: Span, flagged: boolean): { start: When; span: Span } {
  if (!flagged || start.kind === 'day' || start.wall !== floorDay(start.wall)) return { start, span }
  const days = span.kind === 'exact' ? Math.round(span.ms / dayMs) : 1
  return { start: { kind: 'day', wall: start.wall }, span: { kind: 'days', days } }
}

/** When something in a feed is: a date (its wall is midnight), or a time in a zone. */
export type When = { kind: 'day'; wall: number } | { kind: 'time'; wall: number; zone: Zone }

/** Parses a property that holds one date. @throws UnreadableItem */
function readWhen(property: Property, findZone: ZoneFinder, floating: Zone): When {
  const [when] = readWhens(property, findZone, floating)
  if (!when) throw new UnreadableItem(`${property.name} is empty`)
  return when
}

/**
 * Parses a property that holds a list; periods count as their start. A time without a zone, or with an unknown one, is
 * in `floating`. @throws UnreadableItem
 */
export function readWhens(property: Property, findZone: ZoneFinder, floating: Zone): When[] {
  // Outlook writes zones that contain a colon without the required quotes.
  const colon = property.value.lastIndexOf(':')
  const stray = colon === -1 ? '' : `:${property.value.slice(0, colon)}`
  const tzid = `${param(property, 'TZID') ?? ''}${stray}`.replaceAll('"', '')
  const zone = (tzid && findZone(tzid)) || floating
  const isDate = param(property, 'VALUE')?.toUpperCase() === 'DATE'
  return property.value
    .slice(colon + 1)
    .split(',')
    .filter((value) => value.trim())
    .map((value) => {
      const read = readWall(value.split('/')[0] ?? '')
      if (!read) throw new UnreadableItem(`${property.name} isn’t a date`)
      if (read.kind === 'day' || isDate) return { kind: 'day', wall: floorDay(read.wall) }
      return { kind: 'time', wall: read.wall, zone: read.kind === 'utc' ? utcZone : zone }
    })
}

export function momentOf(when: When): EventMoment {
  if (when.kind === 'day') return { on: isoInstant(when.wall).slice(0, 10) }
  return { at: isoInstant(when.zone.instantOf(when.wall)) }
}

export function endOf(start: When, span: Span): EventMoment | null {
  const begin = momentOf(start)
  if (start.kind === 'day') {
    const days = span.kind === 'days' ? span.days : span.kind === 'nominal' ? span.days + Math.ceil(span.ms / dayMs) : 1
    return usableEnd(begin, { on: isoInstant(start.wall + Math.max(1, days) * dayMs).slice(0, 10) })
  }
  if (span.kind === 'exact') return usableEnd(begin, { at: isoInstant(start.zone.instantOf(start.wall) + span.ms) })
  if (span.kind !== 'nominal') return usableEnd(begin, null)
  return usableEnd(begin, { at: isoInstant(start.zone.instantOf(start.wall + span.days * dayMs) + span.ms) })
}
