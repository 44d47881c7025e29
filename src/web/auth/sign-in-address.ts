import type { CodeReason } from '#domain/text/email-link-messages.ts'

export type LoginMode = 'create' | 'reset'

export const loginTitles: Record<LoginMode | 'sign-in', string> = {
  'sign-in': 'Sign In',
  create: 'Create Account',
  reset: 'Reset Password',
}

type LoginSearch = {
  mode?: LoginMode
  /** Where sign-in leads; checked by nextPath before it is followed. */
  next?: string
  /** Why the person is here again. */
  reason?: 'idle'
}

/** Unknown values are dropped, so that the address bar holds only what means something. */
export function readLoginSearch(search: Record<string, unknown>): LoginSearch {
  return {
    ...((search.mode === 'create' || search.mode === 'reset') && { mode: search.mode }),
    ...(typeof search.next === 'string' && { next: search.next }),
    ...(search.reason === 'idle' && { reason: search.reason }),
  }
}

/**
 * Where sign-in leads afterwards. `next` comes from the address bar, so anybody can have written it: only a plain path of
 * this site is followed, and never back to a page for people who are signed out.
 */
export const afterSignIn = '/home'

const signedOutPages = ['/', '/login', '/verify', '/reset', '/code', '/welcome']

/** A path with its query and fragment, safe to go to; `/home` for anything else. */
export function nextPath(next: unknown): string {
  if (typeof next !== 'string' || next.length > 2000) return afterSignIn
  // One slash and then a letter: no scheme, no `//host`, no `/\host`, nothing for a browser to trim or to rewrite.
  if (!/^\/[a-z0-9]/i.test(next) || hasOddCharacter(next)) return afterSignIn
  const base = 'https://here.invalid'
  // Never throws: with one slash first, nothing but a path can follow.
  const url = new URL(next, base)
  if (url.origin !== base) return afterSignIn
  const path = url.pathname.replace(/\/+$/, '').toLowerCase()
  // What the server answers itself is not a page.
  if (/^\/(api|rpc|live|files|dev|calendar)(\/|$)/.test(path)) return afterSignIn
  if (path === '' || signedOutPages.includes(path)) return afterSignIn
  if (url.pathname.includes('//')) return afterSignIn
  return url.pathname + url.search + url.hash
}

/** The same for somebody whose setup is not done: back to the step where they were, or to the beginning. */
export function nextSetupPath(next: unknown): string {
  return typeof next === 'string' && /^\/welcome\?step=[1-5]$/.test(next) ? next : '/welcome'
}

/** Backslashes, white space, control characters, and anything beyond ASCII that has not been encoded. */
function hasOddCharacter(text: string) {
  return /[^\x21-\x7e]|\\/.test(text) || /%(0[0-9a-f]|1[0-9a-f]|2f|5c|7f)/i.test(text.split(/[?#]/)[0] ?? '')
}

// The type alone: every page loads what reads addresses, and only one needs the words.

const codeReasons: readonly CodeReason[] = ['changed', 'missing', 'unknown']

type CodeSearch = {
  /** Why the link of the mail did not do. */
  why?: CodeReason
}

export function readCodeSearch(search: Record<string, unknown>): CodeSearch {
  const why = codeReasons.find((each) => each === search.why)
  return why === undefined ? {} : { why }
}
