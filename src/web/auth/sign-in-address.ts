import type { CodeReason } from '#domain/text/email-link-messages.ts'

export type LoginMode = 'create' | 'reset' | 'sent'

const modes: readonly LoginMode[] = ['create', 'reset', 'sent']

export const loginTitles: Record<LoginMode | 'sign-in', string> = {
  'sign-in': 'Sign In',
  create: 'Create Account',
  reset: 'Reset Password',
  sent: 'Check your inbox',
}

export type LoginSearch = {
  mode?: LoginMode
  /** Where to go after login; nextPath checks it first. */
  next?: string
  /** Why the person was sent here. */
  reason?: 'idle'
}

/** Drops unknown values, so that the address holds only what the page understands. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  const mode = modes.find((each) => each === search.mode)
  return {
    ...(mode && { mode }),
    ...(typeof search.next === 'string' && { next: search.next }),
    ...(search.reason === 'idle' && { reason: search.reason }),
  }
}

/** The address that holds these values, as the router would write it. */
export function loginAddress({ mode, next, reason }: LoginSearch) {
  const values = Object.entries({ mode, next, reason }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return values.length === 0 ? '/login' : `/login?${values.join('&')}`
}

/**
 * The page after login. `next` comes from the address bar, so anyone could have written it (open redirect): only a
 * plain path of this site is followed, and never one of the pages for people who are signed out.
 */
export const afterSignIn = '/home'

const signedOutPages = ['/', '/login', '/verify', '/reset', '/code', '/welcome']

/** A path with its query and fragment, safe to go to; `/home` for anything else. */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > 2000) return afterSignIn
  // One slash and then a letter: no scheme, no `//host`, no `/\host`, nothing that a browser trims or rewrites.
  if (!/^\/[a-z0-9]/i.test(next) || hasOddCharacter(next)) return afterSignIn
  const base = 'https://here.invalid'
  // Never throws: after a single slash it can only be a path.
  const url = new URL(next, base)
  if (url.origin !== base) return afterSignIn
  const path = url.pathname.replace(/\/+$/, '').toLowerCase()
  // Routes of the server, not pages of the app.
  if (/^\/(api|rpc|live|files|dev|calendar)(\/|$)/.test(path)) return afterSignIn
  if (path === '' || signedOutPages.includes(path)) return afterSignIn
  if (url.pathname.includes('//')) return afterSignIn
  return url.pathname + url.search + url.hash
}

/** Where someone goes who has just logged in; a new member goes to the wizard first. */
export function pathAfterSignIn(person: { hasLoggedIn: boolean }, next: unknown) {
  return person.hasLoggedIn ? nextPath(next) : nextSetupPath(next)
}

/** The same for a member who has not finished setup: back to the step where they were, or to the first one. */
export function nextSetupPath(next: unknown): string {
  return typeof next === 'string' && /^\/welcome\?step=[1-5]$/.test(next) ? next : '/welcome'
}

/** Backslashes, whitespace, control characters, and unencoded characters beyond ASCII. */
function hasOddCharacter(text: string) {
  return /[^\x21-\x7e]|\\/.test(text) || /%(0[0-9a-f]|1[0-9a-f]|2f|5c|7f)/i.test(text.split(/[?#]/)[0] ?? '')
}

// Only the type: every page loads this file, but only one needs the texts.

const codeReasons: readonly CodeReason[] = [
  'changed',
  'missing',
  'unknown',
  'unsubscribe-changed',
  'unsubscribe-missing',
]

type CodeSearch = {
  /** Why the link in the email failed. */
  why?: CodeReason
}

export function readCodeSearch(search: Record<string, unknown>): CodeSearch {
  const why = codeReasons.find((each) => each === search.why)
  return why === undefined ? {} : { why }
}
