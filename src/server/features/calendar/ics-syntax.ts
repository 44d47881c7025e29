/**
 * The grammar of iCalendar (RFC 5545, 3.1): folded content lines, in components. Only what a club's events need is
 * kept, because feeds run to megabytes, most of them alarms and attendees.
 */
export type Property = { name: string; params: string; value: string }
export type Component = { name: string; properties: Property[]; children: Component[] }

const keptProperties = new Set([
  ...['UID', 'SEQUENCE', 'STATUS', 'SUMMARY', 'LOCATION', 'DESCRIPTION', 'ORGANIZER', 'X-MICROSOFT-CDO-ALLDAYEVENT'],
  ...['DTSTART', 'DTEND', 'DURATION', 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE'],
  ...['TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
])
const keptComponents = new Set(['VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT'])
const parentOf: Record<string, string> = {
  VEVENT: 'VCALENDAR',
  VTIMEZONE: 'VCALENDAR',
  STANDARD: 'VTIMEZONE',
  DAYLIGHT: 'VTIMEZONE',
}

/** @returns the feed's VEVENTs and VTIMEZONEs; null if it isn't a calendar, or is cut off */
export function parseCalendar(body: Uint8Array): { events: Component[]; zones: Component[] } | null {
  const open: Component[] = []
  const events: Component[] = []
  const zones: Component[] = []
  let calendars = 0

  for (const line of contentLines(body)) {
    const property = readLine(line)
    if (!property) continue
    const { name, value } = property
    const current = open.at(-1)
    if (name === 'BEGIN') {
      open.push({ name: value.trim().toUpperCase(), properties: [], children: [] })
    } else if (name === 'END') {
      if (!current || current.name !== value.trim().toUpperCase()) return null
      open.pop()
      if (current.name === 'VCALENDAR') calendars += 1
      const parent = open.at(-1)
      if (!keptComponents.has(current.name) || parentOf[current.name] !== parent?.name) continue
      if (current.name === 'VEVENT') events.push(current)
      else if (current.name === 'VTIMEZONE') zones.push(current)
      else parent?.children.push(current)
    } else if (current && keptComponents.has(current.name)) {
      current.properties.push(property)
    }
  }
  return calendars > 0 && open.length === 0 ? { events, zones } : null
}

/** Unfolds before decoding, because some writers fold in the middle of a character. */
function* contentLines(body: Uint8Array) {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const unfolded = bytes.toString('latin1').replace(/\r?\n[ \t]/g, '')
  const text = new TextDecoder().decode(Buffer.from(unfolded, 'latin1'))
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? text.length : end)
    yield line.endsWith('\r') ? line.slice(0, -1) : line
    at = end === -1 ? text.length : end + 1
  }
}

/** Name, parameters and value; null for an invalid line or an unneeded property. */
function readLine(line: string): Property | null {
  const nameEnd = line.search(/[;:]/)
  if (nameEnd < 1 || nameEnd > 60) return null
  const name = line.slice(0, nameEnd).toUpperCase()
  if (name !== 'BEGIN' && name !== 'END' && !keptProperties.has(name)) return null
  const colon = colonOutsideQuotes(line, nameEnd)
  if (colon === -1) return null
  return { name, params: line.slice(nameEnd, colon), value: line.slice(colon + 1) }
}

function colonOutsideQuotes(line: string, from: number) {
  for (let at = from, quoted = false; at < line.length; at += 1) {
    const character = line.charCodeAt(at)
    if (character === 34) quoted = !quoted
    else if (character === 58 && !quoted) return at
  }
  // The closing quote is missing, so take the first colon.
  return line.indexOf(':', from)
}

export function find(component: Component, name: string) {
  return component.properties.find((property) => property.name === name)
}

export function findAll(component: Component, name: string) {
  return component.properties.filter((property) => property.name === name)
}

/** A parameter's value without its quotes. */
export function param({ params }: Property, name: string) {
  for (const [, found = '', quoted, plain] of params.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^;"]*))/g)) {
    if (found.toUpperCase() === name) return quoted ?? plain ?? ''
  }
  return undefined
}

/** More than any text that is stored. */
const textAtMost = 50_000

/** Unescapes a TEXT value (RFC 5545, 3.3.11). */
export function unescapeText(value: string) {
  return value
    .slice(0, textAtMost)
    .replace(/\\([\\;,nN])/g, (_escape, character: string) => (/n/i.test(character) ? '\n' : character))
}

// Days, times, durations and offsets in iCalendar's notation (RFC 5545, 3.3). For "wall" see ics-zones.ts.

export const dayMs = 86_400_000

export type Span = { kind: 'none' } | { kind: 'days'; days: number } | { kind: 'exact'; ms: number } | Nominal
/** Calendar days, plus exact time. */
type Nominal = { kind: 'nominal'; days: number; ms: number }

/** An item that can't be parsed and is left out. */
export class UnreadableItem extends Error {
  override name = 'UnreadableItem'
}

const wallPattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i

/** @returns null if it isn't a date, or one that doesn't exist */
export function readWall(value: string): { wall: number; kind: 'day' | 'local' | 'utc' } | null {
  const [match, year, month, day, hour = '0', minute = '0', second = '0', zulu] = wallPattern.exec(value.trim()) ?? []
  if (match === undefined) return null
  // Not Date.UTC, which reads the year 26 as 1926; and not Temporal: a feed may hold a hundred thousand dates.
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (Number(year) < 1 || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  date.setUTCHours(Number(hour), Number(minute), Math.min(59, Number(second)))
  return { wall: date.getTime(), kind: match.length === 8 ? 'day' : zulu ? 'utc' : 'local' }
}

/** @returns null if it isn't a duration, or is negative */
export function readDuration(value: string): Nominal | null {
  const pattern = /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i
  const match = pattern.exec(value.trim())
  if (!match) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { kind: 'nominal', days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** "-0500" in milliseconds; null if it isn't an offset. */
export function readOffset(value = '') {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value.trim()) ?? []
  if (!sign || Number(hours) > 18) return null
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}

/**
 * The last wall that a rule's UNTIL includes; Infinity without one.
 * @param toWall for an UNTIL in UTC
 * @throws UnreadableItem
 */
export function untilOf(rule: string, toWall: (instant: number) => number) {
  const [, value] = /(?:^|;)UNTIL=([^;]*)/i.exec(rule) ?? []
  if (value === undefined) return Number.POSITIVE_INFINITY
  const read = readWall(value)
  if (!read) throw new UnreadableItem('UNTIL isn’t a date')
  if (read.kind === 'utc') return toWall(read.wall)
  return read.kind === 'day' ? read.wall + dayMs - 1 : read.wall
}

export function floorDay(wall: number) {
  return Math.floor(wall / dayMs) * dayMs
}
