import { createHash } from 'node:crypto'
import type { EventMoment } from '#domain/calendar-sync.ts'
import type { NoteReason } from './calendar-source.ts'
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
  textOf,
  UnreadableItem,
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
  isPrivate: boolean
  start: When
  span: Span | null
  /** For an override: the original start, and whether all later occurrences follow it. */
  recurrenceId: When | null
  andFuture: boolean
  rules: string[]
  exceptionRules: string[]
  dates: Property[]
  exceptionDates: Property[]
}

/** How times of the feed are read, and what is told about it. */
export type ReadContext = {
  /** The zone of times that name none: the calendar's, or else the club's. */
  floating: Zone
  find: ZoneFinder
  /** The start of the window, in epoch milliseconds. */
  from: number
  /** Called with what of an event could not be read and is left out. `isOver`: a single event long before the window. */
  note(
    reason: NoteReason,
    event: Pick<FeedEvent, 'uid' | 'summary' | 'isPrivate'> & { start: When | null; isOver?: boolean },
  ): void
}

/** @throws UnreadableItem if it has no start that can be read */
export function readEvent(component: Component, context: ReadContext): FeedEvent {
  const uid = uidOf(component)
  const summary = mapped(textOf(find(component, 'SUMMARY')), cleanSummary)
  let start: When | null = null
  const repeats = ['RRULE', 'RDATE', 'RECURRENCE-ID'].some((name) => find(component, name))
  const note = (reason: NoteReason) => {
    const isOver = start !== null && !repeats && start.wall < context.from - 30 * dayMs
    context.note(reason, { uid, summary, start, isOver, isPrivate: isPrivate(component) })
  }
  const read = (name: string, floating = context.floating) => {
    const given = { ...context, floating, onUnknownZone: () => note('zone') }
    return findAll(component, name).flatMap((property) => readWhens(property, given))[0] ?? null
  }
  start = read('DTSTART')
  const ownZone = start?.kind === 'time' && start.zone !== utcZone ? start.zone : context.floating
  const recurrenceId = read('RECURRENCE-ID', ownZone)
  start ??= recurrenceId
  const isOverride = Boolean(find(component, 'RECURRENCE-ID')?.value.trim())
  if (!start || (isOverride && !recurrenceId)) throw new UnreadableItem('no readable start')
  if (start === recurrenceId && find(component, 'DTSTART')) note('dates')

  const end = read('DTEND', start.kind === 'time' ? start.zone : context.floating)
  const given = end ? spanBetween(start, end) : readDuration(find(component, 'DURATION')?.value ?? '')
  const lengthMs = given ? given.days * dayMs + given.ms : -1
  const hasEnd = Boolean(find(component, 'DTEND') ?? find(component, 'DURATION'))
  // Some calendars write "forever" as an end in the year 9999.
  const span = lengthMs >= 0 && lengthMs < longestMs ? given : null
  if (hasEnd && !span) note('end')
  const isFlaggedAllDay = textOf(find(component, 'X-MICROSOFT-CDO-ALLDAYEVENT'))?.trim().toUpperCase() === 'TRUE'
  const rules = (name: string) =>
    findAll(component, name)
      .map(({ value }) => value)
      .filter((value) => value.trim())
  return {
    uid,
    sequence: Number(textOf(find(component, 'SEQUENCE'))) || 0,
    status: textOf(find(component, 'STATUS'))?.trim().toUpperCase() === 'CANCELLED' ? 'cancelled' : 'confirmed',
    summary,
    location: mapped(textOf(find(component, 'LOCATION')), cleanLocation),
    description: mapped(textOf(find(component, 'DESCRIPTION')), cleanDescription),
    organizer: mapped(find(component, 'ORGANIZER')?.value, cleanEmail),
    isPrivate: isPrivate(component),
    ...(isFlaggedAllDay ? wholeDays(start, span) : { start, span }),
    recurrenceId,
    andFuture: param(find(component, 'RECURRENCE-ID') ?? noProperty, 'RANGE')?.toUpperCase() === 'THISANDFUTURE',
    rules: rules('RRULE'),
    exceptionRules: rules('EXRULE'),
    dates: findAll(component, 'RDATE'),
    exceptionDates: findAll(component, 'EXDATE'),
  }
}

const longestMs = 3_660 * dayMs
const noProperty: Property = { name: '', params: '', value: '' }

export function isPrivate(component: Component) {
  return /^(?:PRIVATE|CONFIDENTIAL)$/i.test(find(component, 'CLASS')?.value.trim() ?? '')
}

/** The UID; for one that is missing or can't be stored, a stand-in that stays the same while the event does. */
export function uidOf(component: Component) {
  const uid = (textOf(find(component, 'UID')) ?? '').trim()
  if (isUsableId(uid) && uid.length <= 1000) return uid
  const of =
    uid || ['DTSTART', 'RRULE', 'SUMMARY', 'LOCATION'].map((name) => find(component, name)?.value ?? '').join('\n')
  return `no-uid-${createHash('sha256').update(of).digest('base64url').slice(0, 22)}`
}

function mapped(text: string | undefined, clean: (text: string) => string) {
  return text === undefined ? undefined : clean(text)
}

/** The length of an event; null if the end makes no sense (a date for a start with a time). */
function spanBetween(start: When, end: When): Span | null {
  if (start.kind === 'day') return end.kind === 'day' ? { days: (end.wall - start.wall) / dayMs, ms: 0 } : null
  return end.kind === 'time' ? { days: 0, ms: end.zone.instantOf(end.wall) - start.zone.instantOf(start.wall) } : null
}

/** Outlook may write an all-day event as one from midnight to midnight, with a flag. */
function wholeDays(start: When, span: Span | null): { start: When; span: Span | null } {
  if (start.kind === 'day' || start.wall !== floorDay(start.wall)) return { start, span }
  const days = span ? span.days + Math.round(span.ms / dayMs) : 1
  return { start: { kind: 'day', wall: start.wall }, span: { days, ms: 0 } }
}

/** When something in a feed is: a date (its wall is midnight), or a time in a zone. */
export type When = { kind: 'day'; wall: number } | { kind: 'time'; wall: number; zone: Zone }

type WhenContext = Pick<ReadContext, 'find' | 'floating'> & { onUnknownZone?: () => void; onUnreadable?: () => void }

/** Reads a list of dates or periods, without those that can't be read. A period has its own length. */
export function readWhens(property: Property, context: WhenContext): (When & { span?: Span })[] {
  // Outlook writes zones that contain a colon without the required quotes.
  const [, stray = '', list = property.value] = /^(?:(.*?):)?(\d{4}-?\d\d-?\d\d.*)$/s.exec(property.value) ?? []
  const tzid = `${param(property, 'TZID') ?? ''}${stray && `:${stray}`}`.replaceAll('"', '').trim()
  const named = tzid ? context.find(tzid) : null
  const zone = named ?? context.floating
  const isDate = param(property, 'VALUE')?.toUpperCase() === 'DATE'
  const readOne = (value: string): When | null => {
    const read = readWall(value)
    if (!read) return null
    // A time that isn't midnight tells more than the wrong type.
    if (read.kind === 'day' || (isDate && read.wall === floorDay(read.wall))) return { kind: 'day', wall: read.wall }
    if (tzid && !named && read.kind === 'local') context.onUnknownZone?.()
    return { kind: 'time', wall: read.wall, zone: read.kind === 'utc' ? utcZone : zone }
  }
  return list
    .split(',')
    .filter((value) => value.trim())
    .flatMap((value) => {
      const [from = '', to = ''] = value.split('/')
      const when = readOne(from)
      if (!when) context.onUnreadable?.()
      if (!when || !to) return when ? [when] : []
      const end = readOne(to)
      const span = readDuration(to) ?? (end && spanBetween(when, end))
      return [span ? { ...when, span } : when]
    })
}

export function momentOf(when: When): EventMoment {
  if (when.kind === 'day') return { on: isoInstant(when.wall).slice(0, 10) }
  return { at: isoInstant(when.zone.instantOf(when.wall)) }
}

export function endOf(start: When, span: Span | null): EventMoment | null {
  const begin = momentOf(start)
  if (start.kind === 'day') {
    const days = span ? span.days + Math.ceil(span.ms / dayMs) : 1
    return usableEnd(begin, { on: isoInstant(start.wall + Math.max(1, days) * dayMs).slice(0, 10) })
  }
  if (!span) return usableEnd(begin, null)
  return usableEnd(begin, { at: isoInstant(start.zone.instantOf(start.wall + span.days * dayMs) + span.ms) })
}
