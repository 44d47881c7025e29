import { createHash } from 'node:crypto'
import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CalendarEntry } from '#domain/calendar-entry.ts'

export type VersionedEntry = {
  practiceId: string
  /** When the practice was first seen by the club. */
  createdAt: string
  /** When the entry last began to say something else. */
  changedAt: string
  entry: CalendarEntry
}

/** How often a calendar program should ask, in seconds; most have their own mind. */
const refreshSeconds = 3600

/**
 * Practices as an iCalendar file (RFC 5545). Times are in UTC, so that it needs no definition of a zone and can have no
 * wrong one; each program shows them in its reader's. The same versions give the same bytes.
 */
export function toIcs(entries: VersionedEntry[], calendar: { name: string; link: string }) {
  const file = ical({
    name: calendar.name,
    prodId: '//Quiver//Practices//EN',
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  })
  for (const { practiceId, createdAt, changedAt, entry } of entries) {
    const { title, location, text, cancelled, busy, time } = entry
    const changed = new Date(changedAt)
    file.createEvent({
      id: uidOf(practiceId),
      sequence: sequenceOf(createdAt, changedAt),
      // Without a METHOD of scheduling, the stamp is when the information was last revised (RFC 5545, 3.8.7.2).
      stamp: changed,
      lastModified: changed,
      created: new Date(createdAt),
      allDay: time.kind === 'days',
      // A day is written by its date in UTC.
      start: new Date(time.from),
      end: new Date(time.to),
      summary: title,
      ...(location === '' ? {} : { location }),
      ...(text === '' ? {} : { description: text }),
      url: calendar.link,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      transparency: busy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
      busystatus: busy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
    })
  }
  return `${file.toString()}\r\n`
}

/** The same for a practice for ever, and not the UID of the club's own calendar, which somebody may have beside it. */
function uidOf(practiceId: string) {
  return `${createHash('sha256').update(practiceId).digest('hex').slice(0, 32)}@quiver`
}

/** Seconds since the practice was first seen: it only ever grows, in a feed and from one download to the next. */
function sequenceOf(createdAt: string, changedAt: string) {
  return Math.max(0, Math.floor((Date.parse(changedAt) - Date.parse(createdAt)) / 1000))
}
