import type { Clock } from '#server/clock.ts'
import { CalendarFault } from './calendar-source.ts'
import { looksLikeLogin } from './web-pages.ts'
import { codeOf, whatToDo, whyUnreachable } from './why-unreachable.ts'

/**
 * Fetches from an untrusted server that may be slow, send too much or lie: one deadline and one size for everything
 * that a reading fetches, and no redirect that leaves the host (T52, T59). Errors are thrown as a CalendarFault whose
 * message contains the host at most, because addresses contain keys.
 */
export type FetchLimits = {
  /** For the whole reading, including bodies. */
  deadlineMs: number
  /** For all bodies of the reading together, decompressed. */
  maxBytes: number
}

export const fetchLimits: FetchLimits = { deadlineMs: 10_000, maxBytes: 5 * 1024 * 1024 }

export type Fetched = {
  status: number
  headers: Headers
  body: Uint8Array<ArrayBuffer>
  /** The last address, after redirects. */
  url: URL
  /** Whether the address had a user name or password. */
  authorized: boolean
}

export type LimitedFetch = Disposable & {
  /**
   * A user name and password in the address are sent as Basic authorization.
   * @throws CalendarFault, or the reason of `signal` once that is aborted
   */
  get(url: URL, headers?: Record<string, string>): Promise<Fetched>
  /** Aborts at the deadline, or with the reading. */
  signal: AbortSignal
}

type Options = {
  clock: Clock
  limits: FetchLimits
  /** The variable with the address, for messages; left out if the address is our own. */
  setting?: string
  signal?: AbortSignal | undefined
  fetch?: typeof fetch | undefined
}

/** Office 365 publishes calendars only to what looks like a browser. */
const userAgent = 'Mozilla/5.0 (compatible; Quiver calendar reader)'

const redirectStatuses = new Set([301, 302, 303, 307, 308])
const redirectsAtMost = 3

/** Opens the budget of one reading; dispose of it when the reading is over. */
export function openLimitedFetch({ clock, limits, setting, signal, fetch = globalThis.fetch }: Options): LimitedFetch {
  const { deadlineMs, maxBytes } = limits
  const over = new AbortController()
  const timer = clock.setTimeout(() => {
    const message = `The calendar server took longer than ${deadlineMs / 1000} seconds to respond.`
    over.abort(new CalendarFault('unreachable', message))
  }, deadlineMs)
  const stop = signal ? AbortSignal.any([over.signal, signal]) : over.signal
  let bytesLeft = maxBytes

  async function get(from: URL, headers: Record<string, string> = {}): Promise<Fetched> {
    const { url: start, authorization } = separateCredentials(from)
    const authorized = authorization !== null
    let url = start
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, {
        headers: { 'user-agent': userAgent, ...(authorized ? { authorization } : {}), ...headers },
        redirect: 'manual',
        signal: stop,
      })
      const { status } = response
      if (status === 407 || status === 511) throw networkLogin(url, `status ${status}`)
      const location = redirectStatuses.has(status) ? response.headers.get('location') : null
      if (location === null) {
        return { status, headers: response.headers, body: await readBody(response), url, authorized }
      }
      await response.body?.cancel()
      url = followed(url, location, { redirects, setting, authorized })
    }
  }

  async function readBody(response: Response) {
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength
      bytesLeft -= chunk.byteLength
      if (bytesLeft < 0) {
        const message = `The calendar is larger than ${Math.round(maxBytes / 1024 / 1024)} MB.`
        throw new CalendarFault('bad-answer', `${message} Use a smaller one that has only the club’s events.`)
      }
      chunks.push(chunk)
    }
    const body = new Uint8Array(length)
    let at = 0
    for (const chunk of chunks) {
      body.set(chunk, at)
      at += chunk.byteLength
    }
    return body
  }

  return {
    signal: stop,
    async get(url, headers) {
      try {
        return await get(url, headers)
      } catch (error) {
        if (error instanceof CalendarFault) throw error
        if (stop.aborted) throw stop.reason
        throw faultOf(error, url, setting)
      }
    },
    [Symbol.dispose]() {
      clock.clearTimeout(timer)
      // End requests that are still in progress, such as a body that is no longer needed.
      over.abort(new CalendarFault('unreachable', 'The request was stopped.'))
    },
  }
}

/** The address as it can be fetched and logged, and its user name and password as a header. */
function separateCredentials(from: URL) {
  const url = new URL(from)
  const { username, password } = url
  if (username === '' && password === '') return { url, authorization: null }
  url.username = ''
  url.password = ''
  const credentials = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`)
  return { url, authorization: `Basic ${credentials.toString('base64')}` }
}

function percentDecoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that isn't an escape, so it was meant as it is.
    return text
  }
}

const publish = (setting: string) => `Publish the calendar, and copy its public ICS address into ${setting}.`
const inBetween = 'A proxy or firewall in this machine’s network may be answering in its place.'

type Redirected = { redirects: number; setting: string | undefined; authorized: boolean }

/** The target of a redirect: on the same host, or the same one by https. @throws CalendarFault otherwise */
function followed(from: URL, location: string, { redirects, setting, authorized }: Redirected) {
  const server = `The calendar server (${from.host})`
  const target = URL.canParse(location, from) ? new URL(location, from) : null
  const to = target && separateCredentials(target).url
  const sameOrigin = to?.origin === from.origin
  const secured = to?.protocol === 'https:' && from.protocol === 'http:' && to.hostname === from.hostname && !to.port
  const mayFollow = to && (sameOrigin || (secured && !from.port))
  if (mayFollow && redirects < redirectsAtMost) {
    if (sameOrigin || !authorized) return to
    const advice = `Start ${setting ?? 'the address'} with https://.`
    throw new CalendarFault(
      'refused',
      `${server} redirects to https before it gets the user name and password. ${advice}`,
    )
  }
  const where = whereIn(from, to)
  if (to && looksLikeLogin(to) && setting) {
    const page = to.host === from.host ? 'a login page' : `a login page on ${where}`
    throw new CalendarFault('refused', `${server} asks people to log in: it redirects to ${page}. ${publish(setting)}`)
  }
  if (mayFollow) {
    const advice = setting ? `Open the address in ${setting} in a browser to see where it leads.` : inBetween
    throw new CalendarFault('bad-answer', `${server} keeps redirecting. ${advice}`)
  }
  const trust = to?.host ? `If you trust it, put the final address in ${setting}.` : `Correct ${setting}.`
  const advice = setting ? trust : inBetween
  throw new CalendarFault('refused', `${server} redirects to ${where}, and such redirects aren’t followed. ${advice}`)
}

function whereIn(from: URL, to: URL | null) {
  if (!to?.host) return 'something that isn’t a web address'
  if (to.hostname === from.hostname) return `another address of this host (${to.protocol}//${to.host})`
  return `another host (${to.host.slice(0, 100)})`
}

function networkLogin({ host }: URL, status: string) {
  const message = `A proxy between this machine and the calendar server (${host}) asks for a login (${status}).`
  return new CalendarFault(
    'unreachable',
    `${message} Ask the people who run this machine’s network to let Quiver through.`,
  )
}

/** What fetch rejected with, as a fault. */
function faultOf(error: unknown, url: URL, setting: string | undefined) {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null
  const address = setting ?? 'the settings'
  if (cause?.message === 'bad port') {
    const why = 'Like browsers, Quiver doesn’t connect to ports that belong to other services.'
    const advice = `Ask the people who run it for the calendar at another port, such as 443, and put that address in ${address}.`
    return new CalendarFault(
      'refused',
      `The calendar server (${url.host}) can’t be read at port ${url.port}. ${why} ${advice}`,
    )
  }
  // That is how fetch reports status 407.
  if (cause?.name === 'Error' && cause.message === '' && codeOf(cause) === '') return networkLogin(url, 'status 407')
  const says = `The calendar server (${url.host}) ${whyUnreachable(error)}.`
  return new CalendarFault('unreachable', `${says} ${whatToDo(error, setting)}`)
}

/** Retry-After (seconds or a date) in milliseconds from now; undefined if missing or invalid. */
export function readRetryAfter(headers: Headers, nowMs: number) {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return /[a-z]/i.test(value) && !Number.isNaN(at) ? Math.max(0, at - nowMs) : undefined
}
