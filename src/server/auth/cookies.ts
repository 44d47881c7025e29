import { randomBytes } from 'node:crypto'
import type { Secrets } from '#server/crypto/secrets.ts'

/** `__Host-` binds the cookie to this very host and to https; plain http is only ever this machine (T16). */
export function sessionCookieName(baseUrl: string) {
  return baseUrl.startsWith('https:') ? '__Host-quiver' : 'quiver'
}

export function sessionCookie(baseUrl: string, secrets: Secrets, token: string, maxAgeSeconds: number) {
  return `${sessionCookieName(baseUrl)}=${token}.${secrets.sign(token)}; Max-Age=${maxAgeSeconds}; ${attributes(baseUrl)}`
}

export function clearedSessionCookie(baseUrl: string) {
  return `${sessionCookieName(baseUrl)}=; Max-Age=0; ${attributes(baseUrl)}`
}

/** The token of a cookie that we signed, or null. */
export function tokenOf(cookie: string | undefined, secrets: Secrets) {
  const dot = cookie?.lastIndexOf('.') ?? -1
  if (!cookie || dot < 1) return null
  const token = cookie.slice(0, dot)
  return secrets.isSignature(token, cookie.slice(dot + 1)) ? token : null
}

function attributes(baseUrl: string) {
  return `Path=/; HttpOnly; SameSite=Lax${baseUrl.startsWith('https:') ? '; Secure' : ''}`
}

/**
 * By which a browser shows that someone has logged in there to an account before, after OWASP's device cookies
 * (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies). It names no one, opens nothing, and stays
 * after a log-out: all it gives is a count of wrong passwords of its own (failures.ts).
 */
const deviceMaxAgeSeconds = 400 * 86_400

export function deviceCookieName(baseUrl: string) {
  return baseUrl.startsWith('https:') ? '__Secure-quiver-device' : 'quiver-device'
}

/** @param account canonical address @returns the `Set-Cookie` header */
export function newDeviceCookie(baseUrl: string, secrets: Secrets, account: string) {
  const device = randomBytes(12).toString('base64url')
  const value = `${device}.${secrets.deviceSignature(device, account)}`
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${deviceCookieName(baseUrl)}=${value}; Max-Age=${deviceMaxAgeSeconds}; Path=/api/auth; HttpOnly; SameSite=Lax${secure}`
}

/** The device, if it was logged in to this account before. */
export function deviceOf(cookie: string | undefined, secrets: Secrets, account: string) {
  const [device = '', signature = ''] = cookie?.split('.') ?? []
  return secrets.isDeviceSignature(device, account, signature) ? device : null
}
