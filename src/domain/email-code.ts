/**
 * The code that a mail with a secret link also holds, for where a mail program has damaged the link: eight letters and digits,
 * none of which looks like another (no I, O, 0 and 1).
 */
export const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const codeLength = 8
/** What a code stands in for: the three links that carry a secret. */
export const codeKinds = ['verify', 'reset', 'unsubscribe'] as const
export type CodeKind = (typeof codeKinds)[number]

/** @param bytes at least five: forty bits are the whole code */
export function codeOf(bytes: Uint8Array) {
  const bits = bytes.slice(0, 5).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return Array.from({ length: codeLength }, (_, i) => {
    const shift = BigInt(5 * (codeLength - 1 - i))
    return codeLetters[Number((bits >> shift) & 31n)]
  }).join('')
}

/** As people read it, and read it out. */
export function showCode(code: string) {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** What was typed, whatever its case, spaces and dashes, also those that a copy brings along. @returns null where it can't be a code */
export function readCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash}\p{Cf}]/gu, '')
    .toUpperCase()
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter)) ? code : null
}
