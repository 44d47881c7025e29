import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveEvent, openEventSource } from './event-source.ts'

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  static last: FakeEventSource
  readyState = 1
  constructor() {
    super()
    FakeEventSource.last = this
  }
  close() {
    this.readyState = 2
  }
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeEventSource)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openAndRefuse() {
  const kinds: LiveEvent['kind'][] = []
  const stream = openEventSource(({ kind }) => kinds.push(kind))
  FakeEventSource.last.refuse()
  return { kinds, stream }
}

test('a stream that is refused says so', () => {
  const { kinds, stream } = openAndRefuse()
  vi.advanceTimersByTime(500)
  expect(kinds).toEqual(['cut', 'bye'])
  stream.close()
})

test('a stream that the browser ends because the page is left does not ask who is logged in', () => {
  const { kinds, stream } = openAndRefuse()
  stream.close()
  vi.advanceTimersByTime(60_000)
  expect(kinds).toEqual(['cut'])
})
