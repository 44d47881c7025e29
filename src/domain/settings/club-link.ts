/** What is wrong with a link for the club's pages; null if nothing is. */
export type LinkProblem = 'not-https' | 'look-alike' | 'with-password' | 'not-public'

/**
 * Only `https:` addresses of public sites, with nothing in them that could make another site look like this one: no user name before the
 * host, no letters outside of a to z in the host. Browsers read `https:/\example.com` as a link, too, so the address has to be what it says.
 */
export function problemOfLink(url: string): LinkProblem | null {
  const parsed = /^https:\/\/[^\s\\]+$/i.test(url) ? parseUrl(url) : null
  if (parsed === null) return 'not-https'
  const { username, password, hostname } = parsed
  if (username !== '' || password !== '') return 'with-password'
  const typedHost = /^https:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
  if (!/^[a-z0-9.-]+(:\d+)?$/i.test(typedHost) || /(^|\.)xn--/i.test(hostname)) return 'look-alike'
  if (!/\.[a-z]{2,}\.?$/.test(hostname)) return 'not-public'
  return null
}

/** Null if it isn't an address. The oldest browsers have no `URL.canParse`. */
export function parseUrl(url: string) {
  try {
    return new URL(url)
  } catch {
    return null
  }
}

/** A path that no browser can mistake for another site, like `/constitution.pdf`. */
export function isOwnPath(value: string) {
  return /^\/[\w.-]+(\/[\w.-]+)*$/.test(value) && !value.includes('..')
}
