/** Days, times, durations and offsets as iCalendar writes them (RFC 5545 §3.3). A "wall" is explained in ics-zones.ts. */
export const dayMs = 86_400_000

export type Span = { kind: 'none' } | { kind: 'days'; days: number } | { kind: 'exact'; ms: number } | Nominal
/** Days by the calendar, the rest by the clock. */
type Nominal = { kind: 'nominal'; days: number; ms: number }

/** An item that can't be understood and is left out. */
export class UnreadableItem extends Error {
  override name = 'UnreadableItem'
}

const wallPattern = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i

/** Null for what is no date, also for one that no calendar has. */
export function readWall(value: string): { wall: number; kind: 'day' | 'local' | 'utc' } | null {
  const [match, year, month, day, hour = '0', minute = '0', second = '0', zulu] = wallPattern.exec(value.trim()) ?? []
  if (match === undefined) return null
  // Not Date.UTC, which takes the year 26 for 1926; and not Temporal: a feed may hold a hundred thousand dates.
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (Number(year) < 1 || date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  date.setUTCHours(Number(hour), Number(minute), Math.min(59, Number(second)))
  return { wall: date.getTime(), kind: match.length === 8 ? 'day' : zulu ? 'utc' : 'local' }
}

/** Null for what is no duration, or one that goes backwards. */
export function readDuration(value: string): Nominal | null {
  const pattern = /^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i
  const match = pattern.exec(value.trim())
  if (!match) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((digits) => Number(digits ?? 0))
  return { kind: 'nominal', days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** "-0500" in milliseconds; null for what is no offset. */
export function readOffset(value = '') {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(value.trim()) ?? []
  if (!sign || Number(hours) > 18) return null
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return sign === '-' ? -size : size
}

/** The last wall that a rule's UNTIL lets through; Infinity without one. `toWall` is for an UNTIL in UTC. */
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
