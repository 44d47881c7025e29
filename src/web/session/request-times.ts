export type RequestTimes = { askedAt: number; answeredAt: number }

/**
 * When the last request of an address left and when its answer began to come, by the browser's own record: there the setting up of
 * a connection and a busy page don't count. Where there is none, by what the page has seen.
 * @param seen by `performance.now()` @returns by the device's clock
 */
export function requestTimes(address: string, seen: RequestTimes): RequestTimes {
  const entries = performance.getEntriesByName(new URL(address, location.href).href, 'resource')
  const entry = entries.at(-1) as PerformanceResourceTiming | undefined
  // An older record is of another request, and one of a request that failed has no times. Clocks are told a little unsharply.
  const isOfIt = entry !== undefined && entry.startTime >= seen.askedAt - 5 && entry.responseStart > 0
  const { askedAt, answeredAt } = isOfIt ? { askedAt: entry.requestStart, answeredAt: entry.responseStart } : seen
  // Not `timeOrigin`: the device's clock may have been set since.
  const origin = Date.now() - performance.now()
  return { askedAt: origin + askedAt, answeredAt: origin + answeredAt }
}
