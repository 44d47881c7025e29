import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { CalendarWindow } from '#domain/calendar-sync.ts'
import { type Clock, systemClock } from '#server/clock.ts'
import {
  CalendarFault,
  type CalendarReading,
  type CalendarSource,
  calendarWindow,
  settleReading,
} from './calendar-source.ts'
import type { FeedRequest, FeedResult } from './ics-feed.ts'
import { type Fetched, type FetchLimits, fetchLimits, openLimitedFetch, readRetryAfter } from './limited-fetch.ts'
import { isWebPage, looksLikeLogin } from './web-pages.ts'

/**
 * Any ICS feed: requested conditionally, and parsed in a worker thread with memory and time limits, because a feed of a
 * kilobyte can demand more than the machine has (T58).
 */
export type IcsOptions = {
  /** http or https. It may contain a secret or a password, so no message repeats it. */
  url: string
  /** The club's zone, for times in the feed that have none. */
  timeZone: string
  fetch?: typeof fetch
  clock?: Clock
  limits?: Partial<IcsLimits>
}

type IcsLimits = FetchLimits & { parseMs: number; instancesAtMost: number; memoryMb: number }

const defaultLimits: IcsLimits = { ...fetchLimits, parseMs: 5_000, instancesAtMost: 2_000, memoryMb: 128 }
/** Part of the validators, so that a new version of this reader doesn't take a stored response for unchanged. */
const readerVersion = 2

const text = z.nullable(z.string().check(z.regex(/^[\x20-\x7e]{1,300}$/)))
const Validators = z.object({ for: z.string(), etag: text, lastModified: text, body: z.string() })

/** The variable with the address, for messages. */
const setting = 'CALENDAR_ICS_URL'
const file = 'a file that starts with BEGIN:VCALENDAR'
const publish = `Publish the calendar, and copy its public ICS address into ${setting}.`

export function createIcsSource(options: IcsOptions): CalendarSource {
  const { timeZone, fetch, clock = systemClock } = options
  const url = new URL(options.url.replace(/^webcals?:/i, 'https:'))
  const limits = { ...defaultLimits, ...options.limits }

  return {
    read: ({ window, validators, signal }) =>
      settleReading(signal, async (): Promise<CalendarReading> => {
        const query = hash(JSON.stringify([readerVersion, url.href, timeZone, window.from, window.to]))
        const parsed = z.safeParse(Validators, validators)
        const known = parsed.success && parsed.data.for === query ? parsed.data : null
        const fetched = await fetchFeed(known, signal)
        if (known && fetched.status === 304) return { outcome: 'unchanged', validators: known }
        if (fetched.status !== 200) throwFeedFault(fetched, url.host, clock.now())

        // Many servers ignore conditional requests, so don't parse the same body again.
        const body = hash(fetched.body)
        const current = { for: query, ...validatorsOf(fetched.headers), body }
        if (known?.body === body) return { outcome: 'unchanged', validators: current }
        const { events, noted } = await readBody(fetched, window, [], signal)
        return { outcome: 'answer', answer: { window, events }, validators: current, noted }
      }),

    async whereabouts(eventIds, signal) {
      try {
        const fetched = await fetchFeed(null, signal)
        if (fetched.status !== 200) throwFeedFault(fetched, url.host, clock.now())
        const window = calendarWindow(clock.now(), timeZone)
        const { events, noted } = await readBody(fetched, window, eventIds, signal)
        const found = new Map(events.map((event) => [event.id, event]))
        const incomplete = new Set(noted.incompleteIds)
        const unreadable = (id: string) => incomplete.has(id) || incomplete.has(id.replace(/_\d{8}(?:T\d{6}Z)?$/, ''))
        const sure = noted.incompleteIds.length === noted.incomplete
        return new Map(eventIds.map((id) => [id, found.get(id) ?? (sure && !unreadable(id) ? 'gone' : 'unknown')]))
      } catch (error) {
        if (!(error instanceof CalendarFault) && !signal?.aborted) throw error
        return new Map(eventIds.map((id) => [id, 'unknown']))
      }
    },
  }

  async function readBody({ body, headers }: Fetched, window: CalendarWindow, wanted: string[], signal?: AbortSignal) {
    const charset = /charset="?([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1]
    const request = { body, charset, window, wanted, timeZone, instancesAtMost: limits.instancesAtMost }
    const result = await readInWorker(request, limits, clock, signal)
    if (result.outcome !== 'events') throw new CalendarFault('bad-answer', sentenceOf(result.outcome, limits))
    return result
  }

  async function fetchFeed(known: z.output<typeof Validators> | null, signal: AbortSignal | undefined) {
    using http = openLimitedFetch({ clock, limits, setting, signal, fetch })
    const fetched = await http.get(url, {
      accept: 'text/calendar, */*;q=0.5',
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
    })
    if (fetched.status === 200) requireFile(fetched, url.host)
    return fetched
  }
}

function validatorsOf(headers: Headers) {
  const usable = (name: string) => text.safeParse(headers.get(name)).data ?? null
  return { etag: usable('etag'), lastModified: usable('last-modified') }
}

function hash(value: string | Uint8Array) {
  return createHash('sha256').update(value).digest('base64url')
}

/** @throws CalendarFault if the thread runs out of memory or time; the reason of `signal` if that is aborted */
async function readInWorker(request: FeedRequest, limits: IcsLimits, clock: Clock, signal?: AbortSignal) {
  const worker = new Worker(new URL('./ics-worker.ts', import.meta.url), {
    name: 'calendar feed',
    workerData: request,
    transferList: [request.body.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
    // It parses untrusted input, so it gets none of our secrets and flags.
    env: {},
    execArgv: [],
  })
  const { promise, resolve, reject } = Promise.withResolvers<FeedResult>()
  const unreadable = 'The calendar feed can’t be read.'
  const tooSlow = `The calendar feed takes more than ${limits.parseMs / 1000} seconds to read.`
  const timer = clock.setTimeout(() => reject(new CalendarFault('bad-answer', tooSlow)), limits.parseMs)
  const stop = () => reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    const tooBig = `The calendar feed needs more than ${limits.memoryMb} MB of memory to read.`
    const message = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooBig : `${unreadable} (${error.name})`
    reject(new CalendarFault('bad-answer', message))
  })
  worker.once('exit', () => reject(new CalendarFault('bad-answer', unreadable)))
  try {
    return await promise
  } finally {
    clock.clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

function sentenceOf(outcome: 'no-calendar' | 'too-many', { instancesAtMost }: IcsLimits) {
  if (outcome === 'no-calendar') {
    return `The calendar server didn’t send a complete ICS calendar. Open the address in ${setting} in a browser: you should get ${file} and ends with END:VCALENDAR.`
  }
  const many = instancesAtMost.toLocaleString('en')
  return `The calendar feed has more than ${many} events in three months. Use one that has only the club’s events.`
}

/** @throws CalendarFault for a response that isn't a file at all */
function requireFile(fetched: Fetched, host: string) {
  const server = `The calendar server (${host})`
  if (fetched.body.length === 0) {
    const advice = `If it stays empty, copy the calendar’s public ICS address into ${setting} again. It leads to ${file}.`
    throw new CalendarFault('bad-answer', `${server} sent an empty file. We’ll keep trying. ${advice}`)
  }
  if (!isWebPage(fetched)) return
  if (looksLikeLogin(fetched.url)) {
    throw new CalendarFault('refused', `${server} asks people to log in: it sent a login page. ${publish}`)
  }
  const what = `not ${file}. It may be a login page, or the page that shows the calendar.`
  throw new CalendarFault('bad-answer', `${server} sent a web page, ${what} ${publish}`)
}

/** Turns a response that is neither 200 nor an expected 304 into its failure. @throws CalendarFault always */
function throwFeedFault({ status, headers, authorized }: Fetched, host: string, nowMs: number): never {
  const server = `The calendar server (${host})`
  if (status === 429) {
    const message = `${server} says we’re requesting the feed too often. We’ll check it less often for a while.`
    throw new CalendarFault('quota', message, readRetryAfter(headers, nowMs))
  }
  if (status >= 500 || status === 408) {
    const message = `${server} is having problems right now (status ${status}). We’ll keep trying.`
    throw new CalendarFault('unreachable', message)
  }
  if (status >= 400) throw new CalendarFault('refused', `${server} ${refusalOf(status, authorized)}`)
  const advice = 'We’ll keep trying. If it stays like this, ask the people who run that server.'
  throw new CalendarFault('bad-answer', `${server} sent an unexpected response (status ${status}). ${advice}`)
}

function refusalOf(status: number, authorized: boolean) {
  if (status === 401 && authorized) {
    return `doesn’t accept the user name and password in ${setting} (status 401). Correct them there. Write special characters as codes, like %40 for @.`
  }
  if (status === 401) return `asks for a login (status 401). ${publish}`
  if (status === 403) {
    return `doesn’t let us read the calendar (status 403). It may not be public, or the server may block programs. ${publish} If it’s public already, ask the people who run that server to let Quiver read it.`
  }
  if (status === 404 || status === 410) {
    return `has no calendar at this address (status ${status}). It isn’t published, or its address has changed. ${publish}`
  }
  return `doesn’t accept our request (status ${status}). Copy the calendar’s public ICS address into ${setting} again. If that’s the same address, ask the people who run that server.`
}
