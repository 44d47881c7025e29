/**
 * The server's clock decides (a phone's may be off by hours): every session answer carries it, and what counts down or
 * ticks here uses the difference. Wall clock throughout, because timers and counters sleep with the machine.
 */
import { useSyncExternalStore } from 'react'

let offsetMs = 0

let asked = false

/** Learns the difference from one answer; half the way there and back belongs to the way. */
export function setServerClock(serverNow: string, askedAt: number, answeredAt: number) {
  const way = asked ? { askedAt, answeredAt } : preloadedWay({ askedAt, answeredAt })
  asked = true
  offsetMs = Date.parse(serverNow) - (way.askedAt + way.answeredAt) / 2
}

/** The first answer was asked for by index.html, before any script ran: the browser knows when. */
function preloadedWay(way: { askedAt: number; answeredAt: number }) {
  const entry = performance.getEntriesByType('resource').find((each) => each.name.includes('/rpc/session/get')) as
    | PerformanceResourceTiming
    | undefined
  if (entry === undefined || entry.responseEnd === 0) return way
  return {
    askedAt: Math.min(way.askedAt, performance.timeOrigin + entry.startTime),
    answeredAt: Math.min(way.answeredAt, performance.timeOrigin + entry.responseEnd),
  }
}

/** What the server's clock is ahead of this device's, in milliseconds, as an earlier visit had measured it. */
export function setClockOffset(milliseconds: number) {
  if (!asked) offsetMs = milliseconds
}

export function clockOffset() {
  return offsetMs
}

export function serverNow() {
  return Date.now() + offsetMs
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
