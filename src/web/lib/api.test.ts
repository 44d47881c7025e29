import { afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'

const keys: (string | null)[] = []

/** Answers with these statuses, one after the other, and notes the idempotency key of each request. */
function answerWith(statuses: number[], body: object, afterMs = 0) {
  keys.length = 0
  vi.stubGlobal('window', {})
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    const status = statuses[keys.length] ?? 200
    keys.push(new Headers(headers).get('idempotency-key'))
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    return new Response(JSON.stringify(status === 200 ? { json: 'done' } : body), { status })
  })
}

async function usePass(idempotencyKey?: string) {
  vi.useFakeTimers()
  const used = api.passes.use({}, { context: { idempotencyKey } }).catch((error: { code: string }) => error.code)
  await vi.advanceTimersByTimeAsync(6000)
  return used
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['twice turned away', [503, 503], 'UNAVAILABLE', 'key', 'done', ['key', 'key', 'key']],
  ['turned away once more', [503, 503, 503], 'UNAVAILABLE', 'key', 'UNAVAILABLE', ['key', 'key', 'key']],
  ['turned away after five seconds', [503], 'UNAVAILABLE', 'key', 'UNAVAILABLE', ['key'], 5000],
  ['failed', [500], 'INTERNAL_SERVER_ERROR', 'key', 'INTERNAL_SERVER_ERROR', ['key']],
  ['turned away without a key', [503], 'UNAVAILABLE', undefined, 'UNAVAILABLE', [null]],
])('a write that is %s', async (_what, statuses, code, key, outcome, sent, afterMs = 0) => {
  answerWith(statuses, { code }, afterMs)
  expect(await usePass(key)).toBe(outcome)
  expect(keys).toEqual(sent)
})
