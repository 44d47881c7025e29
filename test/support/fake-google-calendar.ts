import { createHash } from 'node:crypto'
import { createGoogleEvents, endMs, type GoogleEvent, startMs } from './fake-google-events.ts'
import { type Answer, type RecordedRequest, startFaultyServer } from './faulty-server.ts'

/**
 * A stand-in for the Google Calendar API v3 over real HTTP: `events.list` and `events.get` of one public
 * calendar, as documented.
 *
 * It checks the key and the calendar's id, knows timeMin (exclusive, of an event's end), timeMax (exclusive, of its
 * start), maxResults, pageToken, singleEvents, orderBy and showDeleted, answers If-None-Match with 304, and gives
 * Google's errors for the rest.
 * @see https://developers.google.com/workspace/calendar/api/v3/reference/events/list
 */
export async function startFakeGoogleCalendar(options: { calendarId: string; apiKey: string; now?: () => number }) {
  const { calendarId, apiKey, now = Date.now } = options
  const events = createGoogleEvents({ calendarId, now })
  const calendar = { pageSize: 250 }

  function answer(request: RecordedRequest): Answer {
    const { path, query } = request
    const key = query.get('key')
    if (key === null) return googleError(403, 'forbidden', 'Please use API Key or other form of API consumer identity.')
    if (key !== apiKey) return badKey()
    const root = `/calendar/v3/calendars/${calendarId}/events`
    if (request.method !== 'GET' || (path !== root && !path.startsWith(`${root}/`))) {
      return googleError(404, 'notFound', 'Not Found')
    }
    if (path !== root) return getEvent(path.slice(root.length + 1))
    const bad = badParameter(query)
    if (bad) return googleError(400, bad.reason, bad.message, bad.parameter)
    return list(request)
  }

  function getEvent(id: string): Answer {
    const event = events.all().find((each) => each.id === id)
    return event ? json(200, event) : googleError(404, 'notFound', 'Not Found')
  }

  function list({ query, headers }: RecordedRequest): Answer {
    const found = select(events.all(), query)
    const after = readToken(query.get('pageToken'))
    const begin = after === null ? 0 : found.findIndex((event) => compare(event, after) > 0)
    const size = Math.min(calendar.pageSize, Number(query.get('maxResults') ?? 250), 2500)
    const items = begin === -1 ? [] : found.slice(begin, begin + size)
    const last = items.at(-1)
    const more = last !== undefined && begin + size < found.length
    const page = {
      kind: 'calendar#events',
      summary: 'Archery practices',
      description: '',
      updated: new Date(events.changedMs()).toISOString(),
      timeZone: 'America/Indiana/Indianapolis',
      accessRole: 'reader',
      defaultReminders: [],
      ...(more ? { nextPageToken: writeToken(last) } : { nextSyncToken: writeToken({ id: 'sync', start: {} }) }),
      items,
    }
    const etag = `"${createHash('sha1').update(JSON.stringify(page)).digest('base64url').slice(0, 16)}"`
    const given = { etag, 'content-type': 'application/json; charset=UTF-8', vary: 'X-Origin, Referer' }
    if (headers['if-none-match'] === etag) return { status: 304, headers: given, body: '' }
    return { status: 200, headers: given, body: JSON.stringify({ ...page, etag }) }
  }

  const server = await startFaultyServer(answer)
  return Object.assign(calendar, server, {
    /** The base URL of the API, for GOOGLE_CALENDAR_URL. */
    url: `${server.origin}/calendar/v3`,
    events,
  })
}

export type FakeGoogleCalendar = Awaited<ReturnType<typeof startFakeGoogleCalendar>>

function select(all: GoogleEvent[], query: URLSearchParams) {
  const single = query.get('singleEvents') === 'true'
  const deleted = query.get('showDeleted') === 'true'
  const from = Date.parse(query.get('timeMin') ?? '') || Number.NEGATIVE_INFINITY
  const to = Date.parse(query.get('timeMax') ?? '') || Number.POSITIVE_INFINITY
  return all
    .filter((event) => (single ? !event.recurrence : !event.recurringEventId))
    .filter((event) => deleted || event.status !== 'cancelled')
    .filter((event) => event.recurrence || (endMs(event) > from && startMs(event) < to))
    .sort(compare)
}

type Cursor = Pick<GoogleEvent, 'id' | 'start' | 'originalStartTime'>

function compare(a: Cursor, b: Cursor) {
  return startMs(a) - startMs(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

function writeToken(last: Cursor) {
  return Buffer.from(JSON.stringify({ id: last.id, start: last.start })).toString('base64url')
}

/** Null without a token. Throws for a token that isn't ours. */
function readToken(token: string | null): Cursor | null {
  return token === null ? null : (JSON.parse(Buffer.from(token, 'base64url').toString()) as Cursor)
}

function badParameter(query: URLSearchParams) {
  const bad = (parameter: string, reason = 'badRequest', message = `Invalid value for ${parameter}.`) => {
    return { parameter, reason, message }
  }
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
  const unreadable = ['timeMin', 'timeMax'].find((name) => query.has(name) && !instant.test(query.get(name) ?? ''))
  if (unreadable !== undefined) return bad(unreadable)
  const [from, to] = [query.get('timeMin'), query.get('timeMax')]
  if (from && to && Date.parse(to) <= Date.parse(from))
    return bad('timeMax', 'timeRangeEmpty', 'The specified time range is empty.')
  const size = query.get('maxResults')
  if (size !== null && !(Number.isInteger(Number(size)) && Number(size) > 0)) return bad('maxResults')
  if (query.get('orderBy') === 'startTime' && query.get('singleEvents') !== 'true')
    return bad('orderBy', 'badRequest', 'The requested ordering is not available for the particular query.')
  try {
    readToken(query.get('pageToken'))
  } catch {
    return bad('pageToken', 'invalid', 'Invalid page token value.')
  }
  return null
}

function badKey(): Answer {
  const message = 'API key not valid. Please pass a valid API key.'
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }
  const details = [{ ...info, domain: 'googleapis.com', metadata: { service: 'calendar-json.googleapis.com' } }]
  const errors = [{ message, domain: 'global', reason: 'badRequest' }]
  return json(400, { error: { code: 400, message, errors, status: 'INVALID_ARGUMENT', details } })
}

/** An error in Google's format. */
export function googleError(status: number, reason: string, message: string, parameter?: string): Answer {
  const place = parameter === undefined ? {} : { locationType: 'parameter', location: parameter }
  const domain = /limit|quota/i.test(reason) ? 'usageLimits' : 'global'
  return json(status, { error: { code: status, message, errors: [{ domain, reason, message, ...place }] } })
}

function json(status: number, body: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(body) }
}
