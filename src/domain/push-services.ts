/**
 * Where browsers let notifications be sent to. A browser names the address itself, so whoever is signed in could name any: the
 * server sends to these alone (threat T59 of another shape).
 */
const hosts = [
  // Chrome, Edge on Android, Opera, Samsung Internet, Brave and most others
  /^fcm\.googleapis\.com$/,
  // Firefox
  /^([a-z0-9-]+\.)*push\.services\.mozilla\.com$/,
  // Safari
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  // Edge on Windows
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
]

export const longestEndpoint = 1000

/**
 * @param besides the origin of a stand-in on the same machine, for tests; null anywhere else
 */
export function isPushEndpoint(endpoint: string, besides: string | null = null) {
  if (endpoint.length > longestEndpoint || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (besides !== null && origin === besides) return true
  return protocol === 'https:' && port === '' && hosts.some((host) => host.test(hostname))
}

/** A point on P-256, and 16 bytes: what a browser encrypts its messages with (RFC 8291), both as base64url. */
export function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }) {
  return /^B[\w-]{86}$/.test(p256dh) && /^[\w-]{22}$/.test(auth)
}
