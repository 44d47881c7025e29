import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The device's clock, which performance.now() doesn't follow when it's set. */
const start = Date.parse('2026-10-27T22:20:00.000Z')
const address = '/rpc/session/get?data=%7B%7D'

let clock: typeof import('./server-clock.ts')
let elapsed = 0
let set = 0
let records: { startTime: number; requestStart: number; responseStart: number }[] = []

beforeEach(async () => {
  vi.resetModules()
  elapsed = 0
  set = 0
  records = []
  vi.stubGlobal('location', { origin: 'https://quiver.example.edu' })
  vi.spyOn(Date, 'now').mockImplementation(() => start + elapsed + set)
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed)
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((name) => {
    expect(name).toBe(`https://quiver.example.edu${address}`)
    return records as unknown as PerformanceResourceTiming[]
  })
  clock = await import('./server-clock.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const hour = 3_600_000

/**
 * Sends a request to a server whose clock is an hour ahead. @returns the error of the club's clock afterwards, in ms
 */
type RequestTiming = { wait?: number; there: number; back: number; busy?: number; recorded?: boolean }
function ask({ wait = 0, there, back, busy = 0, recorded = true }: RequestTiming) {
  const askedAt = elapsed
  const requestStart = elapsed + wait
  elapsed = requestStart + there
  const serverNow = new Date(start + elapsed + hour).toISOString()
  const responseStart = elapsed + back
  elapsed = responseStart + busy
  if (recorded) records.push({ startTime: askedAt, requestStart, responseStart })
  clock.setServerClock(serverNow, clock.requestTimes(address, askedAt))
  return clock.serverNow() - (start + elapsed + hour)
}

describe('the club’s clock on a device', () => {
  test('is right on a slow connection, however long the connection took and the page was busy', () => {
    expect(ask({ wait: 1200, there: 300, back: 300, busy: 2500 })).toBe(0)
  })

  test('goes by what the page has seen where the browser keeps no record', () => {
    expect(ask({ there: 300, back: 300, recorded: false })).toBe(0)
    expect(ask({ there: 20, back: 20, busy: 1000, recorded: false })).toBe(0)
  })

  test('does not get worse by a slower answer, and gets better by a quicker one', () => {
    expect(ask({ there: 100, back: 300 })).toBe(-100)
    expect(ask({ there: 900, back: 100 })).toBe(-100)
    expect(ask({ there: 40, back: 20 })).toBe(10)
  })

  test('follows when the device’s clock is set, however slow the answer is', () => {
    ask({ there: 10, back: 10 })
    set = -2 * hour
    ask({ there: 400, back: 400 })
    expect(clock.clockOffset()).toBe(3 * hour)
  })
})
