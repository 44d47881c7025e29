import type { EventMoment } from '#domain/calendar-sync.ts'
import { isoInstant, usableEnd } from './event-times.ts'
import { type Property, param } from './ics-lines.ts'
import { dayMs, floorDay, readWall, type Span, UnreadableItem } from './ics-values.ts'
import { utcZone, type Zone, type ZoneFinder } from './ics-zones.ts'

/** When something in a feed is: read from its property, and told as the club's events tell it. */
/** A day (its wall is midnight), or a time in a zone. */
export type When = { kind: 'day'; wall: number } | { kind: 'time'; wall: number; zone: Zone }

/** Of a property that holds one date. @throws UnreadableItem */
export function readWhen(property: Property, findZone: ZoneFinder, floating: Zone): When {
  const [when] = readWhens(property, findZone, floating)
  if (!when) throw new UnreadableItem(`${property.name} is empty`)
  return when
}

/**
 * Of a property that holds a list; of periods the start. A time without a zone, or with one that nobody knows, is one of
 * `floating`. @throws UnreadableItem
 */
export function readWhens(property: Property, findZone: ZoneFinder, floating: Zone): When[] {
  // Outlook writes zones with a colon, and without the quotes that they would need.
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
