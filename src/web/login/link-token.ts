/**
 * The secret of a verification or reset link, or of one that stops mails. It comes in the fragment, which no server and no referrer sees; it leaves
 * the address bar before anything else runs, and is kept for this tab only until it has been used.
 */
export type LinkKind = 'verify' | 'reset' | 'unsubscribe'

const keyOf = (kind: LinkKind) => `quiver:link:${kind}`

export function readLinkToken(kind: LinkKind) {
  return sessionStorage.getItem(keyOf(kind))
}

export function forgetLinkToken(kind: LinkKind) {
  sessionStorage.removeItem(keyOf(kind))
}

/** True where the address held a token; it is out of the address bar then. */
export function catchLinkToken() {
  const kind = /^.(verify|reset|unsubscribe)\b/.exec(location.pathname)?.[1] as LinkKind | undefined
  const token = /^#token=([\w-]+)/.exec(location.hash)?.[1]
  if (!kind || !token) return false
  sessionStorage.setItem(keyOf(kind), token)
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}
