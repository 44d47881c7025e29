export type LoginMode = 'create' | 'reset'

export const loginTitles: Record<LoginMode | 'sign-in', string> = {
  'sign-in': 'Sign In',
  create: 'Create Account',
  reset: 'Reset Password',
}

export type LoginSearch = {
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
