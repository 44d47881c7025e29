import * as z from 'zod/mini'
import type { CalendarEvent, EventMoment } from '#domain/calendar-sync.ts'
import { cleanDescription, cleanEmail, cleanLocation, cleanSummary, isUsableId } from './event-text.ts'
import { isoInstant, usableEnd } from './event-times.ts'

/**
 * One item of Google's `events.list` as an event of ours. Google documents every field as optional; what a cancelled item
 * surely has is its id, and for an occurrence also its series and original start.
 * @see https://developers.google.com/workspace/calendar/api/v3/reference/events
 */
const text = z.nullish(z.string())
const id = z.string().check(z.refine(isUsableId))
const Moment = z.object({ date: text, dateTime: text, timeZone: text })

const Item = z.object({
  id,
  iCalUID: z.nullish(id),
  recurringEventId: z.nullish(id),
  status: text,
  summary: text,
  location: text,
  description: text,
  organizer: z.nullish(z.object({ email: text })),
  start: z.nullish(Moment),
  end: z.nullish(Moment),
  endTimeUnspecified: z.nullish(z.boolean()),
  originalStartTime: z.nullish(Moment),
})
type Item = z.output<typeof Item>

/** The event; `gone` for a deleted one of which Google kept no time; null for an item that can't be understood. */
export function readItem(raw: unknown): CalendarEvent | 'gone' | null {
  const parsed = z.safeParse(Item, raw)
  if (!parsed.success) return null
  const item = parsed.data
  try {
    return eventOf(item)
  } catch (error) {
    // Temporal and our own checks say so of days and times that don't exist.
    if (error instanceof RangeError) return null
    throw error
  }
}

function eventOf(item: Item): CalendarEvent | 'gone' {
  const cancelled = item.status === 'cancelled'
  const originalStart = item.originalStartTime ? momentOf(item.originalStartTime) : null
  const start = item.start ? momentOf(item.start) : cancelled ? originalStart : null
  if (!start && cancelled) return 'gone'
  if (!start) throw new RangeError('no start')
  return {
    id: item.id,
    iCalUid: item.iCalUID ?? `${item.recurringEventId ?? item.id}@google.com`,
    originalStart: item.recurringEventId ? originalStart : null,
    status: cancelled ? 'cancelled' : 'confirmed',
    summary: cleanSummary(item.summary ?? ''),
    location: cleanLocation(item.location ?? ''),
    description: cleanDescription(item.description ?? ''),
    organizer: cleanEmail(item.organizer?.email ?? ''),
    start,
    end: item.end && !item.endTimeUnspecified ? usableEnd(start, momentOf(item.end)) : usableEnd(start, null),
  }
}

/** @throws RangeError for a day or time that does not exist, and for years that four digits can't write */
function momentOf({ date, dateTime, timeZone }: z.output<typeof Moment>): EventMoment {
  if (date && /^\d{4}-\d\d-\d\d$/.test(date)) return { on: Temporal.PlainDate.from(date).toString() }
  if (!dateTime || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(dateTime)) throw new RangeError('no date or time')
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(dateTime)
  if (!hasOffset && !timeZone) throw new RangeError('time without a time zone')
  const instant = hasOffset
    ? Temporal.Instant.from(dateTime)
    : Temporal.PlainDateTime.from(dateTime)
        .toZonedDateTime(timeZone ?? 'UTC')
        .toInstant()
  return { at: isoInstant(instant.epochMilliseconds) }
}
