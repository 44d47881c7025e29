import { createHash } from 'node:crypto'

/** The events of the stand-in calendar, in Google's format. */
export type GoogleTime = { date?: string; dateTime?: string; timeZone?: string }

export type GoogleEvent = {
  kind: 'calendar#event'
  etag: string
  id: string
  status: 'confirmed' | 'tentative' | 'cancelled'
  htmlLink: string
  created: string
  updated: string
  summary?: string
  description?: string
  location?: string
  creator: { email: string }
  organizer: { email: string; displayName?: string; self?: boolean }
  start: GoogleTime
  end?: GoogleTime
  endTimeUnspecified?: boolean
  recurrence?: string[]
  recurringEventId?: string
  originalStartTime?: GoogleTime
  iCalUID: string
  sequence: number
  eventType: string
}

/** What a test specifies of an event; the rest is filled in. `end: null` leaves it out. */
export type EventInput = Partial<Omit<GoogleEvent, 'end'>> & { id: string; end?: GoogleTime | null }

/** A weekly series at the same local time; each occurrence is its own event, as with `singleEvents`. */
export type SeriesInput = EventInput & { start: { dateTime: string; timeZone: string }; minutes: number; weeks: number }

export function createGoogleEvents({ calendarId, now }: { calendarId: string; now: () => number }) {
  const stored = new Map<string, GoogleEvent>()
  let changedMs = now()
  let revision = 0

  function touch() {
    revision += 1
    // Google's `updated` has milliseconds, and no two changes share one.
    changedMs = Math.max(changedMs + 1, now())
  }

  function keep(event: GoogleEvent) {
    const etag = createHash('sha1').update(`${event.id} ${revision}`).digest('base64url').slice(0, 16)
    stored.set(event.id, { ...event, etag: `"${etag}"`, updated: new Date(changedMs).toISOString() })
  }

  function complete({ end, ...input }: EventInput): GoogleEvent {
    const start = input.start ?? { dateTime: '2026-10-07T18:00:00-04:00', timeZone: 'America/Indiana/Indianapolis' }
    const given = end === undefined ? twoHoursAfter(start) : end
    return {
      kind: 'calendar#event',
      etag: '',
      status: 'confirmed',
      htmlLink: `https://www.google.com/calendar/event?eid=${Buffer.from(`${input.id} ${calendarId}`).toString('base64url')}`,
      created: '2026-08-01T12:00:00.000Z',
      updated: '',
      summary: 'Practice',
      creator: { email: 'officer@purdue.edu' },
      organizer: { email: calendarId, displayName: 'Archery practices', self: true },
      ...(given ? { end: given } : {}),
      iCalUID: `${input.id}@google.com`,
      sequence: 0,
      eventType: 'default',
      ...input,
      start,
    }
  }

  return {
    /** Adds an event, or replaces the one with its id. */
    put(event: EventInput) {
      touch()
      keep(complete(event))
    },
    putSeries({ minutes, weeks, ...input }: SeriesInput) {
      touch()
      const first = Temporal.PlainDateTime.from(input.start.dateTime)
      const times = (week: number) => {
        const start = first.add({ weeks: week }).toZonedDateTime(input.start.timeZone)
        return { id: basicUtc(start), start: googleTime(start), end: googleTime(start.add({ minutes })) }
      }
      const { id, ...firstTimes } = times(0)
      keep(complete({ ...input, ...firstTimes, recurrence: [`RRULE:FREQ=WEEKLY;COUNT=${weeks}`] }))
      for (let week = 0; week < weeks; week += 1) {
        const { id: suffix, start, end } = week === 0 ? { id, ...firstTimes } : times(week)
        const names = { id: `${input.id}_${suffix}`, recurringEventId: input.id, iCalUID: `${input.id}@google.com` }
        keep(complete({ ...input, ...names, start, end, originalStartTime: start }))
      }
    },
    /** Changes some fields of an event. */
    change(id: string, fields: Partial<GoogleEvent>) {
      touch()
      keep({ ...get(id), ...fields })
    },
    /**
     * As when someone deletes the event: it stays, canceled, for requests that include deleted events. A series is
     * canceled as a whole.
     */
    cancel(id: string) {
      touch()
      for (const event of [...stored.values()]) {
        if (event.id === id || event.recurringEventId === id) keep({ ...event, status: 'cancelled' })
      }
    },
    /** As when Google has purged the event. A series is removed as a whole. */
    remove(id: string) {
      touch()
      for (const event of [...stored.values()]) {
        if (event.id === id || event.recurringEventId === id) stored.delete(event.id)
      }
    },
    all: () => [...stored.values()],
    changedMs: () => changedMs,
  }

  function get(id: string) {
    const event = stored.get(id)
    if (!event) throw new Error(`the fake calendar has no event ${id}`)
    return event
  }
}

/** The start in milliseconds; a time without an offset is read in its own zone. */
export function startMs({ start, originalStartTime }: Pick<GoogleEvent, 'start' | 'originalStartTime'>) {
  return timeMs(start ?? originalStartTime ?? {})
}

export function endMs(event: GoogleEvent) {
  return event.end ? timeMs(event.end) : startMs(event) + 1
}

function timeMs({ date, dateTime, timeZone }: GoogleTime) {
  if (date) return Date.parse(`${date}T00:00:00Z`)
  if (!dateTime) return 0
  const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(dateTime)
  if (hasOffset) return Date.parse(dateTime)
  return Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone ?? 'UTC').epochMilliseconds
}

function twoHoursAfter(start: GoogleTime): GoogleTime {
  if (start.date) return { date: Temporal.PlainDate.from(start.date).add({ days: 1 }).toString() }
  const at = Temporal.Instant.fromEpochMilliseconds(timeMs(start)).add({ hours: 2 })
  return { ...start, dateTime: at.toString() }
}

function googleTime(time: Temporal.ZonedDateTime): GoogleTime {
  return { dateTime: time.toString({ timeZoneName: 'never', smallestUnit: 'second' }), timeZone: time.timeZoneId }
}

/** 20261007T220000Z: what Google appends to a series' id. */
function basicUtc(time: Temporal.ZonedDateTime) {
  return time.toInstant().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}
