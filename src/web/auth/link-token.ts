/**
 * The secret of a verification or reset link, or of one that stops mails. It comes in the fragment, which no server and no referrer sees; it leaves
 * the address bar before anything else runs, and is kept for this tab only until it has been used.
 */
import type { CodeKind } from '#domain/email-code.ts'

export type LinkKind = CodeKind

const keyOf = (kind: LinkKind) => `quiver:link:${kind}`

export function readLinkToken(kind: LinkKind) {
  return sessionStorage.getItem(keyOf(kind))
}

export function storeLinkToken(kind: LinkKind, token: string) {
  sessionStorage.setItem(keyOf(kind), token)
}

export function forgetLinkToken(kind: LinkKind) {
  sessionStorage.removeItem(keyOf(kind))
}

/** True where the address held a token, or what a mail program has left of one; it is out of the address bar then. */
export function captureLinkToken() {
  const { pathname, search, hash } = location
  const kind = /^.(verify|reset|unsubscribe|code)\b/.exec(pathname)?.[1] as LinkKind | 'code' | undefined
  if (!kind || !/token/i.test(hash + search)) return false
  const token = kind === 'code' ? null : tokenIn(kind, hash)
  if (kind === 'code' || token === null) {
    // Not one of an earlier link in its place.
    if (kind !== 'code') forgetLinkToken(kind)
    history.replaceState(history.state, '', '/code?why=changed')
    return true
  }
  storeLinkToken(kind, token)
  history.replaceState(history.state, '', pathname + search)
  return true
}

const tokenLength = 43
/** Of an unsubscribe link, which says whose and which: more than this at least. */
const shortestStop = 46

/**
 * The token of a fragment, also where mail programs have been at it: `#token=3D…` comes of quoted-printable, and dots, brackets
 * and parameters of tracking stand behind it. Null where it is cut, or there is none.
 */
export function tokenIn(kind: LinkKind, hash: string) {
  const found = /^#(?:%23)?token(?:=|%3D)([\w-]+)/i.exec(hash)?.[1]
  if (found === undefined) return null
  if (kind === 'unsubscribe') return found.length < shortestStop ? null : found
  const token = found.startsWith('3D') && found.length > tokenLength ? found.slice(2) : found
  return token.length < tokenLength ? null : token.slice(0, tokenLength)
}
