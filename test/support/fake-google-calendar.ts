import { createHash } from 'node:crypto'
import { type Answer, type RecordedRequest, startFaultyServer } from './faulty-server.ts'

type GoogleTime = { date?: string; dateTime?: string; timeZone?: string }
type GoogleEvent = {
  id: string
  status: 'confirmed' | 'cancelled'
  summary: string
  description?: string
  location?: string
  organizer: { email: string }
  start: GoogleTime
  end: GoogleTime
  recurringEventId?: string
  originalStartTime?: GoogleTime
  iCalUID: string
  eventType: string
}
/** What a test specifies of an event; the rest is filled in. */
type EventInput = Partial<GoogleEvent> & { id: string }
type SeriesInput = EventInput & { start: { dateTime: string; timeZone: string }; minutes: number; weeks: number }

/**
 * A stand-in for the Google Calendar API v3 over real HTTP: `events.list` and `events.get` of one public calendar, as
 * documented, with paging, If-None-Match, and Google's errors for a wrong key, calendar, or parameter.
 * @see https://developers.google.com/workspace/calendar/api/v3/reference/events/list
 */
export async function startFakeGoogleCalendar(options: { calendarId: string; apiKey: string; now?: () => number }) {
  const { calendarId, apiKey, now = Date.now } = options
  const root = `/calendar/v3/calendars/${calendarId}/events`
  const stored = new Map<string, GoogleEvent>()
  const calendar = { pageSize: 250 }
  let changedMs = now()

  function change(edit: () => void) {
    // Google's `updated` has milliseconds, and no two changes share one.
    changedMs = Math.max(changedMs + 1, now())
    edit()
  }

  function edit(id: string, fields: Partial<GoogleEvent>) {
    const event = stored.get(id)
    if (!event) throw new Error(`the fake calendar has no event ${id}`)
    change(() => stored.set(id, { ...event, ...fields }))
  }

  function put(input: EventInput) {
    const start = input.start ?? { dateTime: '2026-10-07T18:00:00-04:00', timeZone: 'America/Indiana/Indianapolis' }
    const filled = {
      status: 'confirmed' as const,
      summary: 'Practice',
      organizer: { email: calendarId },
      end: twoHoursAfter(start),
      iCalUID: `${input.id}@google.com`,
      eventType: 'default',
    }
    change(() => stored.set(input.id, { ...filled, ...input, start }))
  }

  function answer(request: RecordedRequest): Answer {
    const { method, path, query } = request
    const key = query.get('key')
    if (key === null) return googleError(403, 'forbidden', 'Please use API Key or other form of API consumer identity.')
    if (key !== apiKey) return googleError(400, 'keyInvalid', 'API key not valid. Please pass a valid API key.')
    if (method !== 'GET' || (path !== root && !path.startsWith(`${root}/`)))
      return googleError(404, 'notFound', 'Not Found')
    if (path === root) return list(request)
    const event = stored.get(path.slice(root.length + 1))
    return event ? json(200, event) : googleError(404, 'notFound', 'Not Found')
  }

  function list({ query, headers }: RecordedRequest): Answer {
    const bad = badParameter(query)
    if (bad) return googleError(400, 'badRequest', `Invalid value for ${bad}.`, bad)
    const found = select([...stored.values()], query)
    const begin = Number(query.get('pageToken') ?? 0)
    const end = begin + Math.min(calendar.pageSize, Number(query.get('maxResults') ?? 250))
    const page = {
      kind: 'calendar#events',
      updated: new Date(changedMs).toISOString(),
      timeZone: 'America/Indiana/Indianapolis',
      ...(end < found.length ? { nextPageToken: String(end) } : {}),
      items: found.slice(begin, end),
    }
    const etag = `"${createHash('sha1').update(JSON.stringify(page)).digest('base64url').slice(0, 16)}"`
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' }
    return json(200, { ...page, etag }, { etag })
  }

  const server = await startFaultyServer(answer)
  return Object.assign(calendar, server, {
    /** The base URL of the API, for GOOGLE_CALENDAR_URL. */
    url: `${server.origin}/calendar/v3`,
    events: {
      /** Adds an event, or replaces the one with its id. */
      put,
      /** A weekly series at the same local time; each occurrence is its own event, as with `singleEvents`. */
      putSeries({ minutes, weeks, ...input }: SeriesInput) {
        const first = Temporal.PlainDateTime.from(input.start.dateTime).toZonedDateTime(input.start.timeZone)
        for (let week = 0; week < weeks; week++) {
          const at = first.add({ weeks: week })
          const start = googleTime(at)
          const id = `${input.id}_${basicUtc(at)}`
          const series = { recurringEventId: input.id, iCalUID: `${input.id}@google.com`, originalStartTime: start }
          put({ ...input, ...series, id, start, end: googleTime(at.add({ minutes })) })
        }
      },
      change: edit,
      /** As when someone deletes the event: it stays, canceled, for requests that include deleted events. */
      cancel: (id: string) => edit(id, { status: 'cancelled' }),
      /** As when Google has purged the event. */
      remove: (id: string) => change(() => stored.delete(id)),
    },
  })
}

export type FakeGoogleCalendar = Awaited<ReturnType<typeof startFakeGoogleCalendar>>

/** `timeMin` is exclusive, of an event's end, and `timeMax` exclusive, of its start. */
function select(all: GoogleEvent[], query: URLSearchParams) {
  const from = Date.parse(query.get('timeMin') ?? '') || Number.NEGATIVE_INFINITY
  const to = Date.parse(query.get('timeMax') ?? '') || Number.POSITIVE_INFINITY
  return all
    .filter(({ status }) => query.get('showDeleted') === 'true' || status !== 'cancelled')
    .filter(({ start, end }) => timeMs(end) > from && timeMs(start) < to)
    .sort((a, b) => timeMs(a.start) - timeMs(b.start) || (a.id < b.id ? -1 : 1))
}

function badParameter(query: URLSearchParams) {
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
  const bad = ['timeMin', 'timeMax'].find((name) => query.has(name) && !instant.test(query.get(name) ?? ''))
  if (bad) return bad
  if (query.has('maxResults') && !(Number(query.get('maxResults')) > 0)) return 'maxResults'
  return query.get('orderBy') === 'startTime' && query.get('singleEvents') !== 'true' ? 'orderBy' : undefined
}

/** An error in Google's format. */
export function googleError(status: number, reason: string, message: string, parameter?: string): Answer {
  const place = parameter === undefined ? {} : { locationType: 'parameter', location: parameter }
  const domain = /limit|quota/i.test(reason) ? 'usageLimits' : 'global'
  return json(status, { error: { code: status, message, errors: [{ domain, reason, message, ...place }] } })
}

function json(status: number, body: unknown, headers = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(body),
  }
}

/** Times that tests give have an offset. */
function timeMs({ date, dateTime = '' }: GoogleTime) {
  return Date.parse(date ? `${date}T00:00:00Z` : dateTime)
}

function twoHoursAfter(start: GoogleTime): GoogleTime {
  if (start.date) return { date: Temporal.PlainDate.from(start.date).add({ days: 1 }).toString() }
  return { ...start, dateTime: new Date(timeMs(start) + 7_200_000).toISOString() }
}

function googleTime(time: Temporal.ZonedDateTime): GoogleTime {
  return { dateTime: time.toString({ timeZoneName: 'never', smallestUnit: 'second' }), timeZone: time.timeZoneId }
}

/** 20261007T220000Z: what Google appends to a series' id. */
function basicUtc(time: Temporal.ZonedDateTime) {
  return time.toInstant().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')
}
