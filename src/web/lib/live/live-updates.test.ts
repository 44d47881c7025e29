import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HomeChange } from '#domain/live-topics.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { startLiveUpdates } from './live-updates.ts'

class FakeEventSource extends EventTarget {
  static last: FakeEventSource
  constructor() {
    super()
    FakeEventSource.last = this
  }
  close() {}
  send(event: string, data: object) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
}

let stop: () => void
let applied: HomeChange[]

/** A home page on the screen that follows `live`, and applies changes as `applies` says. */
async function follow({ applies = true } = {}) {
  applied = []
  const query = {
    queryKey: ['home'],
    meta: {
      topics: ['live'],
      applyChange: (change: HomeChange) => {
        applied.push(change)
        return applies
      },
    },
    queryFn: async () => ({}),
  }
  await queryClient.prefetchQuery(query)
  stop = startLiveUpdates({ onBye() {}, onBuild() {}, onConnected() {} })
  FakeEventSource.last.send('versions', { live: 5 })
  await vi.advanceTimersByTimeAsync(1000)
  return vi.spyOn(queryClient, 'invalidateQueries')
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})

afterEach(() => {
  stop()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const change = { revision: 7 } as HomeChange

test('a change that comes with a version already known is applied, too: no other event brings it', async () => {
  await follow()
  FakeEventSource.last.send('change', { topic: 'live', version: 5, home: change })
  expect(applied).toEqual([change])
  FakeEventSource.last.send('change', { topic: 'live', version: 5 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(applied).toEqual([change])
})

test('the page is asked for if the change cannot be applied, or none comes along', async () => {
  const invalidated = await follow({ applies: false })
  FakeEventSource.last.send('change', { topic: 'live', version: 6, home: change })
  await vi.advanceTimersByTimeAsync(1000)
  expect(invalidated).toHaveBeenCalledTimes(1)
  FakeEventSource.last.send('change', { topic: 'live', version: 7 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(invalidated).toHaveBeenCalledTimes(2)
})
