import { randomBytes } from 'node:crypto'
import type { Secrets } from './secrets.ts'

/**
 * By which a browser shows that someone has logged in there to an account before, after OWASP's device cookies
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). It names no one, opens nothing, and stays
 * after a log-out: all it gives is a count of wrong passwords of its own (failures.ts).
 */
const maxAgeSeconds = 400 * 86_400

export function deviceCookieName(baseUrl: string) {
  return baseUrl.startsWith('https:') ? '__Secure-quiver-device' : 'quiver-device'
}

/** @param account canonical address @returns the `Set-Cookie` header */
export function newDeviceCookie(baseUrl: string, secrets: Secrets, account: string) {
  const device = randomBytes(12).toString('base64url')
  const value = `${device}.${secrets.deviceSignature(device, account)}`
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${deviceCookieName(baseUrl)}=${value}; Max-Age=${maxAgeSeconds}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`
}

/** The device, if it was logged in to this account before. */
export function deviceOf(cookie: string | undefined, secrets: Secrets, account: string) {
  const [device = '', signature = ''] = cookie?.split('.') ?? []
  return secrets.isDeviceSignature(device, account, signature) ? device : null
}
