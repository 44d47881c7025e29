/**
 * The grammar of iCalendar (RFC 5545, 3.1 and 3.3), read leniently: what isn't understood is skipped. Only what a
 * club's events need is kept, because feeds run to megabytes, most of them alarms and attendees.
 */
export type Property = { name: string; params: string; value: string }
export type Component = { name: string; properties: Property[]; children: Component[] }

/** An item that can't be parsed. */
export class UnreadableItem extends Error {
  override name = 'UnreadableItem'
}

/** @returns null if it can't be parsed; Temporal and Date throw RangeErrors for times that don't exist */
export function readable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableItem || error instanceof RangeError) return null
    throw error
  }
}

const keptProperties = new Set([
  ...['UID', 'SEQUENCE', 'STATUS', 'CLASS', 'SUMMARY', 'LOCATION', 'DESCRIPTION', 'ORGANIZER'],
  ...['DTSTART', 'DTEND', 'DURATION', 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE'],
  ...['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-WR-TIMEZONE', 'TZID', 'X-LIC-LOCATION', 'TZOFFSETFROM', 'TZOFFSETTO'],
])
const keptComponents = new Set(['VCALENDAR', 'VEVENT', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT'])

/**
 * @param charset of the response; UTF-8 if it declares none
 * @returns the feed's components by name; null if it isn't a calendar, or is cut off
 */
export function parseCalendar(body: Uint8Array, charset = 'utf-8') {
  const open: Component[] = []
  const found: Record<string, Component[]> = { VCALENDAR: [], VEVENT: [], VTIMEZONE: [] }
  const close = (depth: number) => {
    for (const component of open.splice(depth).reverse()) found[component.name]?.push(component)
  }
  for (const line of contentLines(body, charset)) {
    const property = readLine(line)
    if (!property) continue
    const name = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      // Without its END, an event ends where the next one begins.
      const unclosed = open.findLastIndex((component) => name === 'VEVENT' && component.name === name)
      if (unclosed !== -1) close(unclosed)
      const component: Component = { name, properties: [], children: [] }
      if (open.at(-1)?.name === 'VTIMEZONE') open.at(-1)?.children.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      const depth = open.findLastIndex((component) => component.name === name)
      if (depth !== -1) close(depth)
    } else if (keptComponents.has(open.at(-1)?.name ?? '')) {
      open.at(-1)?.properties.push(property)
    }
  }
  const { VCALENDAR: calendars = [], VEVENT: events = [], VTIMEZONE: zones = [] } = found
  return open.length === 0 && calendars.length + events.length > 0 ? { calendars, events, zones } : null
}

const quotedPrintable = /^[^:]*;ENCODING=QUOTED-PRINTABLE[;:]/i

/** Unfolds before decoding, because some writers fold in the middle of a character. */
function* contentLines(body: Uint8Array, charset: string) {
  const isWide =
    /^utf-?16/i.test(charset) || (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff)
  const encoding = body[0] === 0xfe || /be$/i.test(charset) ? 'utf-16be' : 'utf-16le'
  const bytes = isWide ? Buffer.from(new TextDecoder(encoding).decode(body)) : Buffer.from(body)
  const decode = lineDecoder(isWide ? 'utf-8' : charset)
  const unfolded = bytes
    .toString('latin1')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
  let soft = ''
  for (let at = 0; at < unfolded.length; ) {
    const end = unfolded.indexOf('\n', at)
    const line = soft + unfolded.slice(at, end === -1 ? unfolded.length : end)
    at = end === -1 ? unfolded.length : end + 1
    // Quoted-printable text has line breaks of its own.
    soft = line.endsWith('=') && line.length < textAtMost && quotedPrintable.test(line) ? line.slice(0, -1) : ''
    if (!soft) yield decode(line)
  }
}

/** Decodes single lines: one that isn't in the declared encoding is taken for Windows’, which can express anything. */
function lineDecoder(charset: string) {
  const decoder = (label: string) => new TextDecoder(label, { fatal: true })
  const [declared, windows] = [decoder(isKnownCharset(charset) ? charset : 'utf-8'), new TextDecoder('windows-1252')]
  return (line: string) => {
    if (!/[\x80-\xff]/.test(line)) return line
    const bytes = Buffer.from(line, 'latin1')
    try {
      return declared.decode(bytes)
    } catch {
      return windows.decode(bytes)
    }
  }
}

function isKnownCharset(label: string) {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

/** Name, parameters and value; null for an invalid line or an unneeded property. */
function readLine(line: string): Property | null {
  const nameEnd = line.search(/[;:]/)
  if (nameEnd < 1 || nameEnd > 60) return null
  const name = line.slice(0, nameEnd).trim().toUpperCase()
  if (name !== 'BEGIN' && name !== 'END' && !keptProperties.has(name)) return null
  const colon = colonOutsideQuotes(line, nameEnd)
  return colon === -1 ? null : { name, params: line.slice(nameEnd, colon), value: line.slice(colon + 1) }
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

export function find(component: Component | undefined, name: string) {
  return component?.properties.find((property) => property.name === name)
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

/** A TEXT value without escapes (RFC 5545, 3.3.11), and without those of quoted-printable (vCalendar 1.0). */
export function textOf(property: Property | undefined) {
  if (!property) return undefined
  let value = property.value.slice(0, textAtMost)
  if (param(property, 'ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE') {
    const octets = Buffer.from(value).toString('latin1')
    const plain = octets.replace(/=([\dA-F]{2})/gi, (_escape, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    value = lineDecoder(param(property, 'CHARSET') ?? 'utf-8')(plain)
  }
  return value.replace(/\\([\\;,nN])/g, (_escape, character: string) => (/n/i.test(character) ? '\n' : character))
}

export const dayMs = 86_400_000

export function floorDay(wall: number) {
  return Math.floor(wall / dayMs) * dayMs
}

const wallPattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * A date or time, also with the dashes and colons of ISO 8601. For "wall" see ics-zones.ts; that of `utc` is the
 * instant.
 * @returns null if it isn't a date, or one that doesn't exist
 */
export function readWall(value: string): { wall: number; kind: 'day' | 'local' | 'utc' } | null {
  const [match, year, month, day, hour, minute = '0', second = '0', offset] = wallPattern.exec(value.trim()) ?? []
  if (match === undefined) return null
  // Not Date.UTC, which reads the year 26 as 1926; and not Temporal: a feed may hold a hundred thousand dates.
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (Number(year) < 1 || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  if (hour === undefined) return { wall: date.getTime(), kind: 'day' }
  const isMidnight = hour === '24' && Number(minute) + Number(second) === 0
  if ((Number(hour) > 23 && !isMidnight) || Number(minute) > 59 || Number(second) > 60) return null
  date.setUTCHours(Number(hour), Number(minute), Math.min(59, Number(second)))
  if (!offset) return { wall: date.getTime(), kind: 'local' }
  return { wall: date.getTime() - (readOffset(offset.replace(':', '')) ?? 0), kind: 'utc' }
}

/** A length in calendar days plus exact time. */
export type Span = { days: number; ms: number }

/** @returns null if it isn't a duration, or is negative */
export function readDuration(value: string): Span | null {
  const pattern = /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i
  const match = pattern.exec(value.trim())
  if (!match) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** "-0500" in milliseconds; null if it isn't an offset. */
export function readOffset(value = '') {
  if (/^z$/i.test(value)) return 0
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value.trim()) ?? []
  if (!sign || Number(hours) > 18) return null
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}
