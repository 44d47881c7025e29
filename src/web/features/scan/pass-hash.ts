import { passCodePattern } from '#domain/pass-code.ts'

/** The SHA-256 of a pass's code in hex; null for the text of any other QR code. */
export async function passHash(text: string) {
  if (!passCodePattern.test(text)) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
