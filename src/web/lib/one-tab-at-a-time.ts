/** Where the browser has no locks, as without HTTPS: the last turn on this page. */
const lastHere = new Map<string, Promise<unknown>>()

/**
 * Lets one tab at a time do the work with this name. A tab that the device has put to sleep isn't waited for any longer than
 * `patienceMs`, so the work must be safe to do in two tabs. It has to settle, or no other gets its turn.
 */
export async function oneTabAtATime<T>(name: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) {
    const turn = (lastHere.get(name) ?? Promise.resolve()).then(work, work)
    lastHere.set(name, turn)
    return turn
  }
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), patienceMs)
  let begun = false
  const begin = () => {
    begun = true
    clearTimeout(timer)
    return work()
  }
  try {
    return await navigator.locks.request(name, { signal: patience.signal }, begin)
  } catch (error) {
    if (begun) throw error
    // Not granted in time, or not at all, as to a page that is being left.
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
