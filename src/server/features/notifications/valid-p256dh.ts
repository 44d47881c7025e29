import { ECDH } from 'node:crypto'

/** Nothing can be encrypted for a key that only looks like one. */
export function isOnCurve(p256dh: string) {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url').length > 0
  } catch {
    return false
  }
}
