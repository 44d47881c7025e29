import { randomBytes } from 'node:crypto'
import type { Secrets } from '#server/crypto/secrets.ts'

/** The `__Host-` prefix binds the cookie to this exact host and https. Plain http is allowed only on localhost (T16). */
export function sessionCookieName(baseUrl: string) {
  return baseUrl.startsWith('https:') ? '__Host-quiver' : 'quiver'
}

export function sessionCookie(baseUrl: string, secrets: Secrets, token: string, maxAgeSeconds: number) {
  return signedCookie(sessionCookieName(baseUrl), { baseUrl, secrets, token, maxAgeSeconds })
}

export function clearedSessionCookie(baseUrl: string) {
  return `${sessionCookieName(baseUrl)}=; Max-Age=0; ${attributes(baseUrl)}`
}

/** A name of its own, so that no release takes a kiosk's token for a member's. */
export function kioskCookieName(baseUrl: string) {
  return `${sessionCookieName(baseUrl)}-kiosk`
}

export function kioskCookie(baseUrl: string, secrets: Secrets, token: string, maxAgeSeconds: number) {
  return signedCookie(kioskCookieName(baseUrl), { baseUrl, secrets, token, maxAgeSeconds })
}

export function clearedKioskCookie(baseUrl: string) {
  return `${kioskCookieName(baseUrl)}=; Max-Age=0; ${attributes(baseUrl)}`
}

type SignedCookie = { baseUrl: string; secrets: Secrets; token: string; maxAgeSeconds: number }

function signedCookie(name: string, { baseUrl, secrets, token, maxAgeSeconds }: SignedCookie) {
  return `${name}=${token}.${secrets.sign(token)}; Max-Age=${maxAgeSeconds}; ${attributes(baseUrl)}`
}

/** The token of a session's or kiosk's cookie; null if the signature is not ours. */
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
 * OWASP's device cookie (https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies): it proves that
 * someone has logged in to an account in this browser before. It names no one, grants no access and survives a logout; it only gives
 * the browser its own count of wrong passwords (login-attempts.ts).
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

/** The device id of a device cookie; null if it wasn't issued for this account. */
export function deviceOf(cookie: string | undefined, secrets: Secrets, account: string) {
  const [device = '', signature = ''] = cookie?.split('.') ?? []
  return secrets.isDeviceSignature(device, account, signature) ? device : null
}
