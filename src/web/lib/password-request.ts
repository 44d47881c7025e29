import { useSyncExternalStore } from 'react'

/** What the server does only for an officer who has just entered their password waits here until they have, or won't. */
type Settle = (entered: boolean) => void

let asked: Promise<boolean> | null = null
let settle: Settle | null = null
let tell = () => {}

/** Requests that need it at the same moment wait for one answer. @returns whether it was entered */
export function requestPassword(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    settle = (entered) => {
      asked = null
      settle = null
      resolve(entered)
      tell()
    }
    tell()
  })
  return asked
}

/** Outside of the hook: a new function at each rendering would end the question that it asks. */
function follow(listener: () => void) {
  tell = listener
  // Anyone who was asked has logged out.
  return () => settle?.(false)
}

/** To be called with the answer; null while no one asks. */
export function usePasswordRequest(): Settle | null {
  return useSyncExternalStore(
    follow,
    () => settle,
    () => null,
  )
}
