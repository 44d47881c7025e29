/**
 * The code in an email with a secret link, in case an email program breaks the link: eight letters and digits without
 * look-alikes (no I, O, 0, or 1).
 */
export const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const codeLength = 8
/** The kinds of links that carry a secret and have a code. */
export const codeKinds = ['verify', 'reset', 'unsubscribe'] as const
export type CodeKind = (typeof codeKinds)[number]

/** @param bytes at least five, because a code has 40 bits */
export function codeOf(bytes: Uint8Array) {
  const bits = bytes.slice(0, 5).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return Array.from({ length: codeLength }, (_, i) => {
    const shift = BigInt(5 * (codeLength - 1 - i))
    return codeLetters[Number((bits >> shift) & 31n)]
  }).join('')
}

/** Formats a code for reading and reading aloud. */
export function showCode(code: string) {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Normalizes a typed or pasted code: case, spaces, and dashes don't matter. @returns null if it can't be a code */
export function readCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .replace(/[\s\p{Dash}\p{Cf}]/gu, '')
    .toUpperCase()
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter)) ? code : null
}
