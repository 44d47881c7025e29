import type { Clock } from '#server/clock.ts'
import { CalendarFault } from './calendar-source.ts'

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

export type Fetched = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }

export type LimitedFetch = Disposable & {
  /** @throws CalendarFault, or the reason of `signal` once that is aborted */
  get(url: URL, headers?: Record<string, string>): Promise<Fetched>
  /** Aborts at the deadline, or with the reading. */
  signal: AbortSignal
}

type Options = { clock: Clock; limits: FetchLimits; signal?: AbortSignal | undefined; fetch?: typeof fetch | undefined }

const redirectStatuses = new Set([301, 302, 303, 307, 308])
const redirectsAtMost = 3

/** Opens the budget of one reading; dispose of it when the reading is over. */
export function openLimitedFetch({ clock, limits, signal, fetch = globalThis.fetch }: Options): LimitedFetch {
  const { deadlineMs, maxBytes } = limits
  const over = new AbortController()
  const timer = clock.setTimeout(() => {
    const message = `The calendar server took longer than ${deadlineMs / 1000} seconds to respond.`
    over.abort(new CalendarFault('unreachable', message))
  }, deadlineMs)
  const stop = signal ? AbortSignal.any([over.signal, signal]) : over.signal
  let bytesLeft = maxBytes

  async function get(from: URL, headers: Record<string, string> = {}): Promise<Fetched> {
    let url = from
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, {
        headers: { 'user-agent': 'Quiver calendar reader', ...headers },
        redirect: 'manual',
        signal: stop,
      })
      const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
      if (location === null) {
        return { status: response.status, headers: response.headers, body: await readBody(response) }
      }
      await response.body?.cancel()
      url = followed(url, location, redirects)
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
        throw new CalendarFault('unreachable', `The calendar server (${url.host}) ${whyUnreachable(error)}.`)
      }
    },
    [Symbol.dispose]() {
      clock.clearTimeout(timer)
      // End requests that are still in progress, such as a body that is no longer needed.
      over.abort(new CalendarFault('unreachable', 'The request was stopped.'))
    },
  }
}

/** The target of a redirect: on the same host, or the same one by https. @throws CalendarFault otherwise */
function followed(from: URL, location: string, redirects: number) {
  if (redirects >= redirectsAtMost) {
    throw new CalendarFault('bad-answer', `The calendar server (${from.host}) keeps redirecting.`)
  }
  const to = URL.canParse(location, from) ? new URL(location, from) : null
  const sameOrigin = to?.origin === from.origin
  const secured = to?.protocol === 'https:' && from.protocol === 'http:' && to.hostname === from.hostname && !to.port
  if (to && (sameOrigin || (secured && !from.port))) return to
  const where = to?.host ? `another host (${to.host.slice(0, 100)})` : 'something that isn’t a web address'
  const advice = 'Redirects to other hosts aren’t followed. If you trust it, put the final address in the settings.'
  throw new CalendarFault('refused', `The calendar server (${from.host}) redirects to ${where}. ${advice}`)
}

const reasons: Record<string, string> = {
  ENOTFOUND: 'can’t be found under this name',
  EAI_AGAIN: 'can’t be found right now: the DNS lookup failed',
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'dropped the connection',
  UND_ERR_SOCKET: 'dropped the connection',
  ETIMEDOUT: 'can’t be reached',
  UND_ERR_CONNECT_TIMEOUT: 'can’t be reached',
  EHOSTUNREACH: 'can’t be reached',
  ENETUNREACH: 'can’t be reached',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate from an unknown issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate from an unknown issuer',
}

/** What is wrong with a server, as in `refuses connections (ECONNREFUSED)`. */
export function whyUnreachable(error: unknown) {
  const code = codeOf(error)
  const reason = reasons[code] ?? 'can’t be read'
  return code ? `${reason} (${code})` : reason
}

/** The code of the innermost cause that has one; anything else in an error may contain secrets. */
function codeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return ''
  const inner = codeOf(error.cause, depth + 1)
  const code = 'code' in error ? String(error.code) : ''
  return inner || (/^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : '')
}

/** Retry-After (seconds or a date) in milliseconds from now; undefined if missing or invalid. */
export function readRetryAfter(headers: Headers, nowMs: number) {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const at = Date.parse(value)
  return /[a-z]/i.test(value) && !Number.isNaN(at) ? Math.max(0, at - nowMs) : undefined
}
