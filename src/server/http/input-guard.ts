import { mostInOneEdit } from '#domain/bulk-edit.ts'

/** No operation takes more; validation would tell what is wrong with each item, however many they are. */
const longestList = mostInOneEdit

const notJson = 'Input should be plain JSON.'
const tooLong = `Lists in the input can have at most ${longestList} items.`
export const unstorableText = 'This request contains a character that isn’t allowed in text.'

/**
 * Why an input is refused before anybody looks at it, or null. The wire format of `/rpc` can also carry dates, big numbers,
 * sets and patterns; no operation asks for one, and validation and fingerprints stumble over some of them. PostgreSQL holds
 * no text with a NUL in it; what one engine does not keep, the other should not either (T98).
 */
export function inputProblem(input: unknown): string | null {
  // A list of what is still to be looked at instead of recursion: depth is the sender's choice.
  const waiting = [input]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value === 'bigint') return notJson
    if (typeof value === 'string' && value.includes('\0')) return unstorableText
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) {
      if (value.length > longestList) return tooLong
    } else if (!isPlain(value)) return notJson
    for (const inner of Object.values(value)) waiting.push(inner)
  }
  return null
}

/** One step from the end of its chain: `{}`, or what oRPC makes of a query, whose prototype is an empty object of its own. */
function isPlain(value: object) {
  const prototype: object | null = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
