import * as z from 'zod/mini'
import type { CalendarEvent, EventMoment } from '#domain/calendar-sync.ts'
import { CalendarFault } from './calendar-source.ts'
import {
  cleanDescription,
  cleanEmail,
  cleanLocation,
  cleanSummary,
  isoInstant,
  isUsableId,
  usableEnd,
} from './clean-event.ts'
import { type Fetched, readRetryAfter } from './limited-fetch.ts'
import { isWebPage } from './web-pages.ts'

/**
 * One item of Google's `events.list`. Google documents every field as optional; only a canceled item's id is certain,
 * and for an occurrence also its series and original start.
 * @see https://developers.google.com/workspace/calendar/api/v3/reference/events
 */
const text = z.catch(z.nullish(z.string()), null)
const id = z.string().check(z.refine(isUsableId))
const Moment = z.object({ date: text, dateTime: text, timeZone: text })
const moment = z.catch(z.nullish(Moment), null)

const Item = z.object({
  id,
  iCalUID: z.catch(z.nullish(id), null),
  recurringEventId: z.catch(z.nullish(id), null),
  status: text,
  visibility: text,
  eventType: text,
  summary: text,
  location: text,
  description: text,
  organizer: z.catch(z.nullish(z.object({ email: text })), null),
  start: moment,
  end: moment,
  endTimeUnspecified: z.catch(z.nullish(z.boolean()), null),
  originalStartTime: moment,
})
type Item = z.output<typeof Item>

/** Types of events that are about a person. Google may add types; an unknown one is an event like any other. */
const personalTypes = new Set(['birthday', 'focusTime', 'outOfOffice', 'workingLocation'])

export function isPersonal({ visibility, eventType }: { visibility?: unknown; eventType?: unknown }) {
  return personalTypes.has(String(eventType)) || visibility === 'private' || visibility === 'confidential'
}

/**
 * What can't be read of the other fields counts as missing.
 * @param onBadEnd called for an end that can't be read
 * @returns the event; `gone` for a deleted one without a time; null for an item without an id and a start
 */
export function readItem(raw: unknown, onBadEnd?: () => void): CalendarEvent | 'gone' | null {
  const parsed = z.safeParse(Item, raw)
  if (!parsed.success) return null
  const item = parsed.data
  try {
    return eventOf(item, onBadEnd)
  } catch (error) {
    // Thrown by Temporal and our own checks for days and times that don't exist.
    if (error instanceof RangeError) return null
    throw error
  }
}

function eventOf(item: Item, onBadEnd?: () => void): CalendarEvent | 'gone' {
  const cancelled = item.status === 'cancelled'
  const originalStart = readMoment(item.originalStartTime)
  const start = readMoment(item.start) ?? (cancelled ? originalStart : null)
  if (!start && cancelled) return 'gone'
  if (!start) throw new RangeError('no start')
  const end = item.endTimeUnspecified ? null : readMoment(item.end)
  if (item.end && !item.endTimeUnspecified && !end) onBadEnd?.()
  return {
    id: item.id,
    iCalUid: item.iCalUID ?? `${item.recurringEventId ?? item.id}@google.com`,
    originalStart: item.recurringEventId ? originalStart : null,
    status: cancelled ? 'cancelled' : 'confirmed',
    ...(isPersonal(item) ? { isPersonal: true } : {}),
    summary: cleanSummary(item.summary ?? ''),
    location: cleanLocation(item.location ?? ''),
    description: cleanDescription(item.description ?? ''),
    organizer: cleanEmail(item.organizer?.email ?? ''),
    start,
    end: usableEnd(start, end),
  }
}

/** @returns null if it is missing, or isn't a day or time that exists */
function readMoment(moment: Item['start']): EventMoment | null {
  try {
    return moment ? momentOf(moment) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** @throws RangeError for a day or time that doesn't exist, and for years that don't fit four digits */
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

/**
 * What the documented reasons of Google's error responses mean to the club.
 * @see https://developers.google.com/workspace/calendar/api/guides/errors
 */
const quotaReasons = new Set([
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'dailyLimitExceeded',
  'calendarUsageLimitsExceeded',
  'variableTermLimitExceeded',
  'RATE_LIMIT_EXCEEDED',
])
const keyReasons = new Set([
  'keyInvalid',
  'keyExpired',
  'API_KEY_INVALID',
  'API_KEY_EXPIRED',
  'dailyLimitExceededUnreg',
  'rateLimitExceededUnreg',
  'userRateLimitExceededUnreg',
  'authError',
  'CREDENTIALS_MISSING',
])
const switchedOffReasons = new Set(['accessNotConfigured', 'SERVICE_DISABLED', 'API_KEY_SERVICE_BLOCKED'])
const blockedReasons = new Set([
  'ipRefererBlocked',
  'API_KEY_IP_ADDRESS_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'API_KEY_ANDROID_APP_BLOCKED',
  'API_KEY_IOS_APP_BLOCKED',
])

const projectReasons = new Set([
  'CONSUMER_SUSPENDED',
  'CONSUMER_INVALID',
  'RESOURCE_PROJECT_INVALID',
  'BILLING_DISABLED',
])

const sentences = {
  quota: 'Google says we’re requesting the calendar too often. We’ll check it less often for a while.',
  key: 'Google doesn’t accept the API key. Check GOOGLE_API_KEY: create a key in the Google Cloud console (APIs & Services, Credentials) and copy all of it.',
  switchedOff:
    'The API key isn’t allowed to use the Google Calendar API. In the Google Cloud console, turn on that API for the key’s project and allow it in the key’s API restrictions.',
  blocked:
    'The API key is restricted to other callers. In the Google Cloud console, set the key’s application restriction to this server’s IP address or to none.',
  project:
    'Google has suspended or closed the API key’s Google Cloud project. Look at that project in the Google Cloud console, or create a key in another project and copy it to GOOGLE_API_KEY.',
  calendar:
    'Google has no public calendar with this ID. Check GOOGLE_CALENDAR_ID, and in the calendar’s settings check "Make available to public" with all event details.',
  down: 'Google Calendar is having problems right now. We’ll keep trying.',
}

/** Turns a response that is neither 200 nor 304 into its failure. @throws CalendarFault always */
export function throwGoogleFault({ status, headers, body }: Fetched, nowMs: number): never {
  const { isGoogles, reasons, message } = readError(body)
  const has = (known: Set<string>) => reasons.some((reason) => known.has(reason))
  if (status === 429 || (status === 403 && has(quotaReasons))) {
    throw new CalendarFault('quota', sentences.quota, readRetryAfter(headers, nowMs))
  }
  if (status >= 500 || status === 408) throw new CalendarFault('unreachable', `${sentences.down} (Status ${status})`)
  if (status >= 400 && !isGoogles) throwStrange({ status, headers, body })
  if (has(projectReasons) || /\bsuspended\b/i.test(message)) throw new CalendarFault('refused', sentences.project)
  if (has(switchedOffReasons) || /^Requests to this API\b.* are blocked/.test(message)) {
    throw new CalendarFault('refused', sentences.switchedOff)
  }
  if (has(blockedReasons) || (status === 403 && /are blocked\.?$|\brestriction\b/i.test(message))) {
    throw new CalendarFault('refused', sentences.blocked)
  }
  if (status === 401 || has(keyReasons) || /api key/i.test(message)) throw new CalendarFault('refused', sentences.key)
  if (status === 404 || status === 410) throw new CalendarFault('refused', sentences.calendar)
  const detail = reasons[0] ? `status ${status}, ${reasons[0]}` : `status ${status}`
  if (status === 403) {
    const advice =
      'Make sure that the calendar is public with all event details, and that the key’s project may use the Google Calendar API. Then check GOOGLE_CALENDAR_ID and GOOGLE_API_KEY.'
    throw new CalendarFault('refused', `Google won’t give us the calendar (${detail}). ${advice}`)
  }
  if (status >= 400) {
    const advice =
      'Check that GOOGLE_CALENDAR_ID is the calendar ID under "Integrate calendar" in the calendar’s settings. If it is, the problem is in Quiver or at Google.'
    throw new CalendarFault('refused', `Google doesn’t accept our request (${detail}). ${advice}`)
  }
  throw new CalendarFault('bad-answer', `Google sent an unexpected response (${detail}). We’ll keep trying.`)
}

/** @throws CalendarFault always, for a response that isn't in Google's format */
export function throwStrange(response: Pick<Fetched, 'status' | 'headers' | 'body'>): never {
  const what = isWebPage(response) ? 'a web page' : 'an unknown response'
  const got = `We got ${what} instead of Google Calendar’s response (status ${response.status}).`
  const why =
    'A proxy or firewall in this machine’s network may have sent it, or Google is blocking this machine’s IP address.'
  throw new CalendarFault('bad-answer', `${got} ${why} Ask the people who run that network.`)
}

/** Reads the reasons in both of Google's notations, but only if they look like reasons, since they are displayed. */
function readError(body: Uint8Array): { isGoogles: boolean; reasons: string[]; message: string } {
  let error: unknown
  try {
    error = field(JSON.parse(new TextDecoder().decode(body)), 'error')
  } catch {
    return { isGoogles: false, reasons: [], message: '' }
  }
  const entries = [field(error, 'errors'), field(error, 'details')].filter((list) => Array.isArray(list)).flat()
  const reasons = entries.slice(0, 20).map((entry) => field(entry, 'reason'))
  const message = field(error, 'message')
  return {
    isGoogles: error !== undefined,
    reasons: reasons.filter((reason) => typeof reason === 'string' && /^[A-Za-z_]{1,40}$/.test(reason)) as string[],
    message: typeof message === 'string' ? message.slice(0, 300) : '',
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
