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
