import { findIana } from 'windows-iana'
import { isTimeZone } from '#domain/time-zone.ts'
import { expandRule } from './ics-rules.ts'
import { type Component, dayMs, find, findAll, readable, readOffset, readWall, textOf } from './ics-syntax.ts'

/**
 * Time zones of a feed. Every local time is a "wall": its digits read as UTC, in milliseconds. So recurrence rules run
 * without daylight saving time, and only their results are converted to a zone.
 */
export type Zone = {
  /**
   * The instant (epoch ms) at which local clocks show the wall: the first of two if it occurs twice; if it is skipped,
   * as much later as clocks jump (RFC 5545, 3.3.5).
   */
  instantOf(wall: number): number
  wallOf(instant: number): number
}

export const utcZone: Zone = { instantOf: (wall) => wall, wallOf: (instant) => instant }

/** @returns null if the name isn't an IANA zone */
export function ianaZone(name: string): Zone | null {
  if (!isTimeZone(name)) return null
  const at = (ms: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  return {
    instantOf: (wall) => at(wall, 'UTC').toPlainDateTime().toZonedDateTime(name).epochMilliseconds,
    wallOf: (instant) => at(instant, name).toPlainDateTime().toZonedDateTime('UTC').epochMilliseconds,
  }
}

export type ZoneFinder = (tzid: string) => Zone | null

/** The VTIMEZONEs of a feed, and the range (epoch ms) in which their own rules have to be right. */
type Options = { zones: Component[]; from: number; to: number }

/**
 * Finds zones by TZID, the most trusted source first: an IANA name (also with the prefixes of Mozilla and Evolution),
 * the location that its VTIMEZONE names, a Windows name, the VTIMEZONE's own rules. Null for an unknown zone.
 */
export function createZoneFinder({ zones, from, to }: Options): ZoneFinder {
  const known = new Map<string, Zone | null>()
  const definitions = new Map(zones.map((zone) => [(textOf(find(zone, 'TZID')) ?? '').trim(), zone]))

  function look(tzid: string): Zone | null {
    const definition = definitions.get(tzid)
    return (
      (tzid.includes('/') ? ianaPlace(tzid) : null) ??
      ianaZone(find(definition, 'X-LIC-LOCATION')?.value.trim() ?? '') ??
      windowsZone(tzid) ??
      // Short names last: EST has no daylight saving time in IANA, but a feed that defines it usually means a zone that
      // does.
      (definition ? ruledZone(definition, from, to) : null) ??
      ianaZone(tzid) ??
      offsetZone(tzid)
    )
  }

  return (tzid) => {
    const zone = known.get(tzid)
    if (zone !== undefined || known.size >= zonesAtMost) return zone ?? null
    const found = look(tzid)
    known.set(tzid, found)
    return found
  }
}

/** Of "/mozilla.org/20070129_1/America/Indiana/Indianapolis": the longest suffix that is a zone. */
function ianaPlace(tzid: string) {
  const segments = tzid.split('/').filter(Boolean).slice(-3)
  for (let skip = 0; skip < segments.length - 1; skip += 1) {
    const zone = ianaZone(segments.slice(skip).join('/'))
    if (zone) return zone
  }
  return null
}

/** "Eastern Standard Time", or as Outlook shows it: "(UTC-05:00) Eastern Time (US & Canada)". */
function windowsZone(tzid: string) {
  const shown = tzid.replace(/^\([^)]*\) */, '').replace(/ \(US (?:&|and) Canada\).*/, '')
  const [, place] = /^(Eastern|Central|Mountain|Pacific) Time$/.exec(shown) ?? []
  const name = shown === 'Indiana (East)' ? 'US Eastern Standard Time' : place ? `${place} Standard Time` : shown
  return ianaZone(findIana(name)[0] ?? '')
}

/** Fixed offsets: "UTC-05:00", "GMT+2", "+0530", "tzone://Microsoft/Utc". */
function offsetZone(tzid: string) {
  if (/^tzone:\/\/Microsoft\/Utc$/i.test(tzid)) return utcZone
  const [, sign, hours = '', minutes = '00'] = /^\(?(?:UTC|GMT)?([+-])(\d{1,2}):?(\d\d)?\)?$/i.exec(tzid.trim()) ?? []
  const offset = sign ? readOffset(`${sign}${hours.padStart(2, '0')}${minutes}`) : null
  return offset === null ? null : shiftingZone(() => offset)
}

const yearMs = 366 * dayMs
const observancesAtMost = 200
const zonesAtMost = 500
const changesAtMost = 5_000

/** A zone by its own STANDARD and DAYLIGHT rules (RFC 5545, 3.6.5); null if they make no sense. */
function ruledZone(definition: Component, from: number, to: number) {
  const changes: { at: number; before: number; after: number }[] = []
  for (const observance of definition.children.slice(-observancesAtMost)) {
    const before = readOffset(find(observance, 'TZOFFSETFROM')?.value)
    const after = readOffset(find(observance, 'TZOFFSETTO')?.value)
    const start = readWall(find(observance, 'DTSTART')?.value ?? '')?.wall
    if (before === null || after === null || start === undefined) continue
    const range = { start, from: from - 2 * yearMs, to: to + yearMs, toWall: (instant: number) => instant + before }
    const walls = [
      start,
      ...findAll(observance, 'RRULE').flatMap(({ value }) => readable(() => expandRule(value, range)) ?? []),
      ...findAll(observance, 'RDATE').flatMap(({ value }) =>
        value.split(',').map((date) => readWall(date)?.wall ?? start),
      ),
    ]
    if (walls.length + changes.length > changesAtMost) return null
    for (const wall of walls) changes.push({ at: wall - before, before, after })
  }
  changes.sort((a, b) => a.at - b.at)
  const [first] = changes
  if (!first) return null
  return shiftingZone((instant) => changes.findLast(({ at }) => at <= instant)?.after ?? first.before)
}

/** A zone from its offset at every instant, which changes at most once in two days. */
function shiftingZone(offsetAt: (instant: number) => number): Zone {
  return {
    wallOf: (instant) => instant + offsetAt(instant),
    instantOf(wall) {
      const before = offsetAt(wall - dayMs)
      const after = offsetAt(wall + dayMs)
      const early = wall - before
      if (offsetAt(early) === before) return early
      const late = wall - after
      return offsetAt(late) === after ? late : early
    },
  }
}
