import { useSyncExternalStore } from 'react'

/**
 * The server's clock decides, because a phone's may be off by hours. Every session response includes it, and countdowns
 * and tickers here use the difference. Uses wall-clock time throughout, because timers and counters stop while the
 * machine sleeps.
 */

type Sample = {
  /** How far the server's clock is ahead of the device's, in milliseconds. */
  offsetMs: number
  /** The maximum error of the offset, in milliseconds. */
  errorMs: number
}

let best: Sample = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY }

/** Updates the clock offset from a response, assuming that both directions took equally long. */
export function setServerClock(serverNow: string, [askedAt, answeredAt]: RequestTimes) {
  best = better(best, {
    // Not `timeOrigin`: the device's clock may have been set since.
    offsetMs: Date.parse(serverNow) - (Date.now() - performance.now() + (askedAt + answeredAt) / 2),
    errorMs: (answeredAt - askedAt) / 2,
  })
}

/** Keeps the more precise sample, unless the two contradict each other: then one of the clocks has been set since. */
export function better(known: Sample, later: Sample) {
  const canBothBeTrue = Math.abs(later.offsetMs - known.offsetMs) <= later.errorMs + known.errorMs
  return canBothBeTrue && known.errorMs < later.errorMs ? known : later
}

/** Uses the offset measured by an earlier visit, until there is a response. */
export function setClockOffset(offsetMs: number) {
  best = better(best, { offsetMs, errorMs: Number.POSITIVE_INFINITY })
}

export function clockOffset() {
  return best.offsetMs
}

export function serverNow() {
  return Date.now() + clockOffset()
}

const lengths = { second: 1000, minute: 60_000 } as const
export type Tick = keyof typeof lengths

/** The server's time in milliseconds, rounded down to the tick; rerenders at each tick. */
export function useNow(tick: Tick) {
  const now = () => roundDown(tick)
  return useSyncExternalStore(subscribers[tick], now, now)
}

function roundDown(tick: Tick) {
  return Math.floor(serverNow() / lengths[tick]) * lengths[tick]
}

const subscribers = { second: createTicker('second'), minute: createTicker('minute') }

/** One timer for all subscribers, aimed at the next boundary; also ticks when the page becomes visible. */
function createTicker(tick: Tick) {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function aim() {
    clearTimeout(timer)
    timer = setTimeout(beat, lengths[tick] - (serverNow() % lengths[tick]) + 5)
  }
  function beat() {
    for (const listener of listeners) listener()
    aim()
  }
  return (listener: () => void) => {
    listeners.add(listener)
    if (listeners.size === 1) {
      aim()
      document.addEventListener('visibilitychange', beat)
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', beat)
    }
  }
}

/** By `performance.now()`. */
export type RequestTimes = [askedAt: number, answeredAt: number]

/**
 * When the last request to an address was sent and when its response began, by the browser's resource timing, which
 * excludes connection setup and a busy page. Falls back to the times that the page has seen.
 * @param askedAt when the page sent the request
 */
export function requestTimes(address: string, askedAt: number): RequestTimes {
  const last = performance.getEntriesByName(location.origin + address).at(-1) as PerformanceResourceTiming | undefined
  // An older entry belongs to another request, and a failed request has no times. Browsers reduce the precision of
  // timestamps, hence the 5 ms.
  return last?.responseStart && last.startTime > askedAt - 5
    ? [last.requestStart, last.responseStart]
    : [askedAt, performance.now()]
}
