/** No operation accepts a longer list (strict-input.test.ts), and validation would report an error for each item. */
export const longestList = 5000

const notJson = 'Input should be plain JSON.'
const tooLong = `Lists in the input can have at most ${longestList} items.`
export const unstorableText = 'This request contains a character that isn’t allowed in text.'

/**
 * Checks an input before validation (T98). The wire format of `/rpc` can also carry dates, bigints, sets and regular expressions; no
 * operation accepts them, and validation and fingerprints can fail on some. A NUL in a text is refused on both engines, because
 * PostgreSQL can't store it.
 * @returns an error message, or null
 */
export function inputProblem(input: unknown): string | null {
  // A work list instead of recursion, because the client chooses the depth.
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

/** Whether it is a plain object: `{}`, or oRPC's object for a query, whose prototype is an empty object with a null prototype. */
function isPlain(value: object) {
  const prototype: object | null = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
