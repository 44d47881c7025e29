import { useSyncExternalStore } from 'react'

/** Called with whether the officer has entered their password. Some requests wait for that. */
type Settle = (entered: boolean) => void

let asked: Promise<boolean> | null = null
let settle: Settle | null = null
let notify = () => {}

/** Asks for the password; requests at the same moment share one dialog. @returns whether it was entered */
export function requestPassword(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    settle = (entered) => {
      asked = null
      settle = null
      resolve(entered)
      notify()
    }
    notify()
  })
  return asked
}

/** Defined outside the hook: with a new function at each render, React would resubscribe, which cancels the request. */
function follow(listener: () => void) {
  notify = listener
  // The person who was asked has logged out.
  return () => settle?.(false)
}

/** The function that settles the current request; null if there is none. */
export function usePasswordRequest(): Settle | null {
  return useSyncExternalStore(
    follow,
    () => settle,
    () => null,
  )
}
