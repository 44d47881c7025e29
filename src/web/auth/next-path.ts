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
