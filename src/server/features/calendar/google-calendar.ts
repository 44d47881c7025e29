import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { CalendarEvent, CalendarWindow } from '#domain/calendar-sync.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import {
  CalendarFault,
  type CalendarReading,
  type CalendarSource,
  noteItems,
  settleReading,
  type Whereabouts,
} from './calendar-source.ts'
import { isPersonal, readItem, throwGoogleFault, throwStrange } from './google-answers.ts'
import { type Fetched, type FetchLimits, fetchLimits, type LimitedFetch, openLimitedFetch } from './limited-fetch.ts'

/**
 * Google Calendar API v3: `events.list` with a key, every page or nothing (T54).
 *
 * Includes deleted events, so that "canceled" is what Google says and not a guess from a gap. An unchanged calendar
 * costs one 304 per page: each is requested with its last ETag. If one page changed, all are read again, because the
 * content of the others isn't stored.
 */
export type GoogleOptions = {
  calendarId: string
  apiKey: string
  /** Without a trailing slash, like https://www.googleapis.com/calendar/v3 */
  baseUrl: string
  fetch?: typeof fetch
  clock?: Clock
  limits?: FetchLimits
}

const pagesAtMost = 20
const eventsAtMost = 10_000
/** Google's maximum; a page may hold fewer. */
const eventsAPage = 2500
/** In one call; the other events stay unknown until the next. */
const lookUpsAtMost = 50
/** Part of the validators, so that a new version of this reader doesn't take a stored response for unchanged. */
const readerVersion = 2

const Validators = z.object({
  for: z.string(),
  pages: z.array(z.object({ token: z.nullable(z.string()), etag: z.string() })).check(z.minLength(1)),
})
type KnownPage = z.output<typeof Validators>['pages'][number]

type Page = { token: string | null; etag: string | null; updated: string | null; next: string | null; items: unknown[] }
type FetchPage = (token: string | null, etag?: string) => Promise<Fetched>

export function createGoogleSource(options: GoogleOptions): CalendarSource {
  const { calendarId, apiKey, baseUrl, fetch, clock = systemClock, limits = fetchLimits } = options

  const root = `${baseUrl.replace(/\/+$/, '')}/calendars/${encodeURIComponent(calendarId)}/events`

  function get(http: LimitedFetch, path: string, parameters: Record<string, string>, etag?: string) {
    const url = new URL(`${root}${path}`)
    url.search = new URLSearchParams({ key: apiKey, ...parameters }).toString()
    return http.get(url, { accept: 'application/json', ...(etag === undefined ? {} : { 'if-none-match': etag }) })
  }

  function pageFetcher(http: LimitedFetch, window: CalendarWindow): FetchPage {
    const parameters = {
      timeMin: window.from,
      timeMax: window.to,
      singleEvents: 'true',
      orderBy: 'startTime',
      showDeleted: 'true',
      maxResults: String(eventsAPage),
    }
    return (token, etag) => get(http, '', token === null ? parameters : { ...parameters, pageToken: token }, etag)
  }

  return {
    read: ({ window, validators, signal }) =>
      settleReading(signal, async () => {
        using http = openLimitedFetch({ clock, limits, signal, fetch })
        const fetchPage = pageFetcher(http, window)
        const query = createHash('sha256')
          .update(JSON.stringify([readerVersion, baseUrl, calendarId, window.from, window.to]))
          .digest('base64url')
        const known = z.safeParse(Validators, validators)
        const trusted = known.success && known.data.for === query ? known.data.pages : null

        const first = trusted ? await revalidatePages(fetchPage, trusted, clock) : null
        if (first === 'unchanged' && validators) return { outcome: 'unchanged', validators }
        const pages = await readSteadyPages(fetchPage, clock, first === 'unchanged' ? null : first)
        return await answerOf(pages, window, query)
      }),

    async whereabouts(eventIds, signal) {
      const found: Whereabouts = new Map(eventIds.map((id) => [id, 'unknown']))
      using http = openLimitedFetch({ clock, limits, signal, fetch })
      try {
        for (const id of eventIds.slice(0, lookUpsAtMost)) {
          found.set(id, whereaboutsOf(await get(http, `/${encodeURIComponent(id)}`, {})))
        }
        // Google also says "not found" if the calendar is no longer public, so check that it still is.
        const seen = [...found.values()].includes('gone') ? await get(http, '', { maxResults: '1' }) : null
        if (seen?.status === 200) return found
      } catch (error) {
        if (!(error instanceof CalendarFault) && !signal?.aborted) throw error
      }
      return new Map([...found].map(([id, event]) => [id, event === 'gone' ? 'unknown' : event]))
    },
  }
}

function whereaboutsOf({ status, body }: Fetched) {
  if (status === 404 || status === 410) return 'gone'
  return (status === 200 ? readItem(readJson(body)) : null) ?? 'unknown'
}

/** @returns undefined if the body isn't JSON */
function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

/**
 * Requests every known page conditionally.
 * @returns `unchanged`; the first page if that one changed; null if all have to be read again
 */
async function revalidatePages(
  fetchPage: FetchPage,
  known: KnownPage[],
  clock: Clock,
): Promise<'unchanged' | Page | null> {
  for (const [index, { token, etag }] of known.entries()) {
    const response = await fetchPage(token, etag)
    if (response.status === 304) continue
    if (index === 0) return readPage(response, null, clock)
    // Another page changed, or its token has expired.
    if (response.status === 200 || response.status === 400 || response.status === 410) return null
    throwGoogleFault(response, clock.now())
  }
  return 'unchanged'
}

/**
 * Reads all pages. If Google's `updated` shows that the calendar changed between two of them, an event may have moved
 * unseen from one to the other, so they are read once more.
 */
async function readSteadyPages(fetchPage: FetchPage, clock: Clock, first: Page | null) {
  const pages = await readPages(fetchPage, clock, first)
  return isSteady(pages) ? pages : await readPages(fetchPage, clock, null)
}

async function readPages(fetchPage: FetchPage, clock: Clock, first: Page | null) {
  let page = first ?? readPage(await fetchPage(null), null, clock)
  const pages = [page]
  while (page.next !== null) {
    const token = page.next
    if (pages.length >= pagesAtMost) {
      const message = `Google’s response has more than ${pagesAtMost} pages.`
      throw new CalendarFault('bad-answer', `${message} Use a calendar that has only the club’s events.`)
    }
    if (pages.some(({ next }, index) => next === token && index < pages.length - 1)) {
      throw new CalendarFault('bad-answer', 'Google’s pages link back to each other.')
    }
    page = readPage(await fetchPage(token), token, clock)
    pages.push(page)
  }
  return pages
}

function isSteady(pages: Page[]) {
  return pages.every(({ updated }) => updated === pages[0]?.updated)
}

/** @throws CalendarFault unless it is a page with an `items` array (T53) */
function readPage(response: Fetched, token: string | null, clock: Clock): Page {
  if (response.status !== 200) throwGoogleFault(response, clock.now())
  const body = readJson(response.body)
  if (body === undefined) throwStrange(response)
  const { items, nextPageToken, etag, updated } = Object(body) as Record<string, unknown>
  if (!Array.isArray(items)) throw new CalendarFault('bad-answer', 'Google’s response has no list of events.')
  if (typeof (nextPageToken ?? '') !== 'string') {
    throw new CalendarFault('bad-answer', 'Google’s response doesn’t link to its next page.')
  }
  const header = response.headers.get('etag')
  return {
    token,
    etag: header ?? (typeof etag === 'string' && /^[\x21-\x7e]{1,200}$/.test(etag) ? etag : null),
    updated: typeof updated === 'string' ? updated : null,
    next: (nextPageToken as string | undefined) || null,
    items,
  }
}

async function answerOf(pages: Page[], window: CalendarWindow, query: string): Promise<CalendarReading> {
  const items = pages.flatMap((page) => page.items)
  if (items.length > eventsAtMost) {
    const message = `The calendar has more than ${eventsAtMost.toLocaleString('en')} events in three months.`
    throw new CalendarFault('bad-answer', `${message} Use one that has only the club’s events.`)
  }
  const { noted, add } = noteItems()
  const events = new Map<string, CalendarEvent>()
  for (const [index, item] of items.entries()) {
    // Thousands of items take a while, so let other requests run in between.
    if (index % 250 === 249) await nextTurn()
    const { id, summary, visibility, eventType } = Object(item) as Record<string, unknown>
    const about = { id, title: summary, on: null, isPersonal: isPersonal({ visibility, eventType }) }
    const event = readItem(item, () => add('end', about))
    if (event === null) add('left-out', about)
    // If two items have the same id, the one of the later page is newer.
    else if (event !== 'gone') events.set(event.id, event)
  }
  const known = pages.flatMap(({ token, etag }) => (etag === null ? [] : [{ token, etag }]))
  const complete = known.length === pages.length && isSteady(pages)
  return {
    outcome: 'answer',
    answer: { window, events: [...events.values()] },
    validators: complete ? { for: query, pages: known } : null,
    noted,
  }
}
