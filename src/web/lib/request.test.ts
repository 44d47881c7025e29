import { afterEach, expect, test, vi } from 'vitest'
import { messages } from '#domain/text/public-messages.ts'
import { ApiError, fetchText, toProblem } from './request.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Like WebKit's, which rejects with its own error; other engines reject with the signal's reason. */
function hangingFetch(_address: string, { signal }: { signal: AbortSignal }) {
  return new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Fetch is aborted', 'AbortError'))),
  )
}

// That a missing response is worded alike in each engine is shown by test/engines/no-answer.journey.ts.
test('a request whose response never ends is given up after 20 seconds, however the engine rejects it', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (address: string, options: { signal: AbortSignal }) => ({
    ok: true,
    status: 200,
    text: () => hangingFetch(address, options),
  }))
  const asked = fetchText('/hang').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(await Promise.race([asked, null])).toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(toProblem(await asked)).toEqual({ kind: 'offline', message: messages.offline })
})

test('a mistake in our own code is never called a missing connection', () => {
  expect(toProblem(new TypeError('undefined is not a function')).kind).toBe('trouble')
})

test.each([
  ['an input that the server can’t read', { status: 400, code: 'BAD_REQUEST' }, 'refused'],
  ['a response that came too late for it', { status: 408, code: 'REQUEST_TIMEOUT' }, 'trouble'],
  ['a page of something in between', { status: 404, code: undefined }, 'trouble'],
  ['trouble on the server', { status: 503, code: 'UNAVAILABLE' }, 'trouble'],
])('%s is sorted by whether sending it again may help', (_what, facts, kind) => {
  expect(toProblem(new ApiError({ message: '', data: undefined, requestId: undefined, ...facts })).kind).toBe(kind)
})
