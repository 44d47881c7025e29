import { useSyncExternalStore } from 'react'

/**
 * The server's clock decides (a phone's may be off by hours): every session answer carries it, and what counts down or
 * ticks here uses the difference. Wall clock throughout, because timers and counters sleep with the machine.
 */

type Sample = {
  /** What the server's clock is ahead of this device's, in milliseconds. */
  offsetMs: number
  /** By so much the truth may differ. */
  errorMs: number
}

let best: Sample = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY }

/** Learns the difference from one answer; half the way there and back belongs to the way. */
export function setServerClock(serverNow: string, [askedAt, answeredAt]: RequestTimes) {
  best = better(best, {
    // Not by `timeOrigin`: the device's clock may have been set since.
    offsetMs: Date.parse(serverNow) - (Date.now() - performance.now() + (askedAt + answeredAt) / 2),
    errorMs: (answeredAt - askedAt) / 2,
  })
}

/** A slow answer says less than a quick one before it, unless both can't be true: then one of the clocks has been set since. */
export function better(known: Sample, later: Sample) {
  const canBothBeTrue = Math.abs(later.offsetMs - known.offsetMs) <= later.errorMs + known.errorMs
  return canBothBeTrue && known.errorMs < later.errorMs ? known : later
}

/** As an earlier visit had measured it, until there is an answer. */
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

/** The server's time in milliseconds, rounded down to the tick; renders again when the next one begins. */
export function useNow(tick: Tick) {
  const now = () => roundDown(tick)
  return useSyncExternalStore(subscribers[tick], now, now)
}

function roundDown(tick: Tick) {
  return Math.floor(serverNow() / lengths[tick]) * lengths[tick]
}

const subscribers = { second: createTicker('second'), minute: createTicker('minute') }

/** One timer for everybody who asks, aimed at the next boundary each time; at once when the page is looked at again. */
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
 * When the last request of an address left and when its answer began to come, by the browser's own record: there the setting up of
 * a connection and a busy page don't count. Where there is none, by what the page has seen.
 * @param askedAt when the page asked
 */
export function requestTimes(address: string, askedAt: number): RequestTimes {
  const last = performance.getEntriesByName(location.origin + address).at(-1) as PerformanceResourceTiming | undefined
  // An older record is of another request, and one of a request that failed has no times. Clocks are told a little unsharply.
  return last?.responseStart && last.startTime > askedAt - 5
    ? [last.requestStart, last.responseStart]
    : [askedAt, performance.now()]
}
