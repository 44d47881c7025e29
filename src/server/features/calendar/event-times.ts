import type { EventMoment } from '#domain/calendar-sync.ts'

/** ISO 8601 in UTC with milliseconds. @throws RangeError outside the years 1 to 9999 */
export function isoInstant(ms: number) {
  const iso = new Date(ms).toISOString()
  if (iso.length !== 24 || iso.startsWith('0000')) throw new RangeError('year out of range')
  return iso
}

/**
 * An end that a start can live with. An all-day event lasts a day at least. A timed one that ends when or before it
 * starts, or on a day instead of at a time, says nothing about its end (T48): null.
 */
export function usableEnd(start: EventMoment, end: EventMoment | null): EventMoment | null {
  if ('on' in start) return end && 'on' in end && end.on > start.on ? end : { on: dayAfter(start.on) }
  return end && 'at' in end && end.at > start.at ? end : null
}

function dayAfter(day: string) {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}
