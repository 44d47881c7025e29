import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { messages } from '#domain/text/public-messages.ts'
import { ApiError, fetchText, NoResponseError, toProblem } from './request.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/**
 * How `fetch` rejects in each engine when its signal is aborted: most with the signal's reason, WebKit with its own
 * error.
 */
const aborted = {
  'Chromium and Firefox': (signal: AbortSignal) => signal.reason,
  WebKit: () => new DOMException('Fetch is aborted', 'AbortError'),
}

/** How each engine rejects when no connection can be made, or it is cut. */
const cut = [
  new TypeError('Failed to fetch'),
  new TypeError('Load failed'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new DOMException('The network connection was lost.', 'NetworkError'),
]

function hangingFetch(reasonOf: (signal: AbortSignal) => unknown) {
  return (_address: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(reasonOf(signal))))
}

/** The headers have arrived, and the body never ends. */
function hangingBody(reasonOf: (signal: AbortSignal) => unknown) {
  return async (address: string, options: { signal: AbortSignal }) => ({
    ok: true,
    status: 200,
    text: () => hangingFetch(reasonOf)(address, options),
  })
}

const offline = { kind: 'offline', message: messages.offline }

describe('a request without a response is worded alike in each engine', () => {
  describe.each(Object.entries(aborted))('%s', (_engine, reasonOf) => {
    test.each([
      ['no response', hangingFetch],
      ['half a response', hangingBody],
    ])('with %s within 20 seconds', async (_what, hanging) => {
      vi.stubGlobal('fetch', hanging(reasonOf))
      const asked = fetchText('/hang').catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(19_000)
      expect(await Promise.race([asked, null])).toBeNull()
      await vi.advanceTimersByTimeAsync(1000)
      expect(toProblem(await asked)).toEqual(offline)
    })

    test('but one that the caller has called off ends with the caller’s reason', async () => {
      vi.stubGlobal('fetch', hangingFetch(reasonOf))
      const caller = new AbortController()
      const asked = fetchText('/hang', { signal: caller.signal }).catch((error: unknown) => error)
      caller.abort(new Error('left the page'))
      expect(await asked).toEqual(new Error('left the page'))
    })
  })

  test.each(cut)('cut off with «%s»', async (error) => {
    vi.stubGlobal('fetch', () => Promise.reject(error))
    const met = await fetchText('/cut').catch((caught: unknown) => caught)
    expect(met).toBeInstanceOf(NoResponseError)
    expect(toProblem(met)).toEqual(offline)
  })

  test('while a mistake in our own code is never called a missing connection', () => {
    expect(toProblem(new TypeError('undefined is not a function')).kind).toBe('trouble')
  })
})

test.each([
  ['an input that the server can’t read', { status: 400, code: 'BAD_REQUEST' }, 'refused'],
  ['a response that came too late for it', { status: 408, code: 'REQUEST_TIMEOUT' }, 'trouble'],
  ['a page of something in between', { status: 404, code: undefined }, 'trouble'],
  ['trouble on the server', { status: 503, code: 'UNAVAILABLE' }, 'trouble'],
])('%s is sorted by whether sending it again may help', (_what, facts, kind) => {
  expect(toProblem(new ApiError({ message: '', data: undefined, requestId: undefined, ...facts })).kind).toBe(kind)
})
