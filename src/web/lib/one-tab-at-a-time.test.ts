import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneTabAtATime } from './one-tab-at-a-time.ts'

type Granted = () => Promise<unknown>

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function withLocks(request: (signal: AbortSignal, granted: Granted) => Promise<unknown>) {
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, { signal }: { signal: AbortSignal }, granted: Granted) => request(signal, granted),
    },
  })
}

test('a tab that sleeps in its turn is waited for so long, and no longer', async () => {
  withLocks((signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))))
  const work = vi.fn(async () => 'done')
  const turn = oneTabAtATime('cards', 5000, work)
  await vi.advanceTimersByTimeAsync(4999)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(await turn).toBe('done')
})

test('what fails in its turn fails once; where no turn is given, it is done without', async () => {
  const work = vi.fn(async () => {
    throw new Error('full')
  })
  withLocks((_, granted) => granted())
  await expect(oneTabAtATime('cards', 5000, work)).rejects.toThrow('full')
  expect(work).toHaveBeenCalledTimes(1)
  // WebKit rejects like this for a page that is being left.
  withLocks(async () => {
    throw new DOMException('The object is in an invalid state.', 'InvalidStateError')
  })
  expect(await oneTabAtATime('cards', 5000, async () => 'done')).toBe('done')
})
