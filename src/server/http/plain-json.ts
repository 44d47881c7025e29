/**
 * Whether an input is what JSON can say, and `undefined`. The wire format of `/rpc` can also carry dates, big numbers, sets
 * and patterns; no operation asks for one, and validation and fingerprints stumble over some of them (T98).
 */
export function isJson(input: unknown) {
  // A list of what is still to be looked at instead of recursion: depth is the sender's choice.
  const waiting = [input]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'bigint') return false
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && !isPlain(value)) return false
    waiting.push(...Object.values(value))
  }
  return true
}

/** One step from the end of its chain: `{}`, or what oRPC makes of a query, whose prototype is an empty object of its own. */
function isPlain(value: object) {
  const prototype: object | null = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
