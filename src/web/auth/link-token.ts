/**
 * The secret token of a verification, reset, unsubscribe, or reply link. It comes in the fragment, which is never sent to a
 * server or in a referrer; it is removed from the address bar before anything else runs, and stored for this tab only
 * until it has been used.
 */
import type { CodeKind } from '#domain/email-code.ts'
import { tabStorage } from '#web/lib/browser-storage.ts'

export type LinkKind = CodeKind | 'reply'

const keyOf = (kind: LinkKind) => `quiver:link:${kind}`

export function readLinkToken(kind: LinkKind) {
  return tabStorage.read(keyOf(kind))
}

export function storeLinkToken(kind: LinkKind, token: string) {
  tabStorage.write(keyOf(kind), token)
}

export function forgetLinkToken(kind: LinkKind) {
  tabStorage.write(keyOf(kind), null)
}

/**
 * Moves the token from the address bar into storage. Returns whether the address had one, even one damaged by an email
 * program.
 */
export function captureLinkToken() {
  const { pathname, search, hash } = location
  const kind = /^.(verify|reset|unsubscribe|reply|code)\b/.exec(pathname)?.[1] as LinkKind | 'code' | undefined
  if (!kind || !/token/i.test(hash + search)) return false
  const token = kind === 'code' ? null : tokenIn(kind, hash)
  if (kind === 'reply') return captureReply(token, hash)
  if (kind === 'code' || token === null) {
    // Otherwise the page would use the token of an earlier link.
    if (kind !== 'code') forgetLinkToken(kind)
    const why = kind === 'unsubscribe' ? 'unsubscribe-changed' : 'changed'
    history.replaceState(history.state, '', `/code?why=${why}`)
    return true
  }
  storeLinkToken(kind, token)
  history.replaceState(history.state, '', pathname + search)
  return true
}

/** A reply link says which reply it is for. Without a whole token, the page says what to do. */
function captureReply(token: string | null, hash: string) {
  if (token === null) forgetLinkToken('reply')
  else storeLinkToken('reply', token)
  const reply = /&as=([a-z-]+)/.exec(hash)?.[1]
  history.replaceState(history.state, '', reply === undefined ? '/reply' : `/reply?as=${reply}`)
  return true
}

const tokenLength = 43
/** The minimum for an unsubscribe or reply link, which also names the member and what it is about. */
const shortestOfTwo = 46

/**
 * Finds the token in a fragment, even after email programs have changed the link: `#token=3D…` is a quoted-printable
 * leftover, and dots, brackets and tracking parameters may follow it. Returns null if it is missing or cut off.
 */
export function tokenIn(kind: LinkKind, hash: string) {
  const found = /^#(?:%23)?token(?:=|%3D)([\w-]+)/i.exec(hash)?.[1]
  if (found === undefined) return null
  if (kind === 'unsubscribe' || kind === 'reply') return found.length < shortestOfTwo ? null : found
  const token = found.startsWith('3D') && found.length > tokenLength ? found.slice(2) : found
  return token.length < tokenLength ? null : token.slice(0, tokenLength)
}
