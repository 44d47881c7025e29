/** The last turn on this page, for browsers without the Web Locks API, such as those without HTTPS. */
const lastHere = new Map<string, Promise<unknown>>()

/**
 * Runs the work in one tab at a time per name (a mutex). Waits at most `patienceMs` for a tab that the device may have
 * put to sleep, so the work must be safe to run in two tabs. The work must settle, or no other tab gets its turn.
 */
export async function oneTabAtATime<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) {
    const turn = (lastHere.get(name) ?? Promise.resolve()).then(work, work)
    lastHere.set(name, turn)
    return turn
  }
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), patienceMs)
  let begun = false
  const begin = () => {
    begun = true
    clearTimeout(timer)
    return work()
  }
  try {
    return await navigator.locks.request(name, { signal: waiting.signal }, begin)
  } catch (error) {
    if (begun) throw error
    // The lock was not granted in time, or was refused, as on a page that is being left.
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
