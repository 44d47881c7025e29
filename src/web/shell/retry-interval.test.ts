import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Club, Person } from '#contract/session.ts'

/**
 * A failing stub rejects this many times, then never settles, so that a retry loop without a delay shows in the count
 * instead of hanging.
 */
const mostRefusals = 500
/** One and a half times what the fastest retry, once a second, allows in a minute. */
const mostInAMinute = 90

let refusals: Record<string, number>

/** Rejects right away, however often it is called. */
function refuse(what: string, error: Error): Promise<never> {
  refusals[what] = (refusals[what] ?? 0) + 1
  return refusals[what] > mostRefusals ? new Promise(() => {}) : Promise.reject(error)
}

/** As after a response that is not a stream: closed for good, asynchronously. */
class RefusedEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  constructor() {
    super()
    refuse('stream', new Error('refused')).catch(() => {
      if (this.readyState === 2) return
      this.readyState = 2
      this.dispatchEvent(new Event('error'))
    })
  }
  close() {
    this.readyState = 2
  }
}

/** Its own keys are the stored items, as in the browser. */
function emptyStorage(): Record<string, string> {
  return Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key]
    },
  })
}

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  refusals = {}
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('localStorage', emptyStorage())
  vi.stubGlobal('sessionStorage', emptyStorage())
  vi.stubGlobal('EventSource', RefusedEventSource)
  vi.stubGlobal('fetch', () => refuse('fetch', new TypeError('Load failed')))
  vi.stubGlobal('navigator', {
    onLine: true,
    // How WebKit rejects in a document that is being left.
    locks: {
      request: () => refuse('lock', new DOMException('The object is in an invalid state.', 'InvalidStateError')),
    },
  })
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('The connection was lost.', 'UnknownError')
    },
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const club = { name: 'Archery Club' } as Club
const ana = { userId: 'ana', hasLoggedIn: true } as Person

describe('where streams, locks, requests and storage always refuse, nothing is tried again without a delay:', () => {
  test('the live stream', async () => {
    const { startLiveUpdates: openLive } = await import('#web/lib/live/live-updates.ts')
    const close = openLive({ onBye: () => {}, onBuild: () => {}, onConnected: () => {} })
    await vi.advanceTimersByTimeAsync(60_000)
    close()
    expect(refusals.stream).toBeGreaterThan(5)
    expect(refusals.stream).toBeLessThan(mostInAMinute)
    const before = { ...refusals }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(refusals).toEqual(before)
  })

  test('the offline queue', async () => {
    const { saveSession } = await import('#web/lib/session-store.ts')
    saveSession({ club, person: ana })
    const { send, watchOfflineQueue: watchOutbox } = await import('#web/lib/offline-queue/offline-queue.ts')
    const { offlineMutations } = await import('./offline-mutations.ts')
    const stop = watchOutbox(offlineMutations)
    void send('answer', { practiceId: 'p', answer: 'archer' }, { title: 'Practice' })
    await vi.advanceTimersByTimeAsync(60_000)
    stop()
    expect(refusals.fetch).toBeGreaterThan(5)
    expect(refusals.fetch).toBeLessThan(mostInAMinute)
    expect(refusals.lock).toBeLessThan(mostInAMinute)
  })

  test('the control: a lock that is asked for again as soon as it is refused is found', async () => {
    const again = (): Promise<unknown> => navigator.locks.request('lock', async () => {}).catch(again)
    void again()
    await vi.advanceTimersByTimeAsync(1000)
    expect(refusals.lock).toBeGreaterThan(mostInAMinute)
  })
})
