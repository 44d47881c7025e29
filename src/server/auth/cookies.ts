import type { Secrets } from './secrets.ts'

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
