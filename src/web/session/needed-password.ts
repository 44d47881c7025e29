import { useSyncExternalStore } from 'react'

/** What the server does only for an officer who has just entered their password waits here until they have, or won't. */
type Settle = (entered: boolean) => void

let asked: Promise<boolean> | null = null
let settle: Settle | null = null
const listeners = new Set<() => void>()

/** Requests that need it at the same moment wait for one answer. @returns whether it was entered */
export function askForPassword(): Promise<boolean> {
  // Nobody is there to ask.
  if (listeners.size === 0) return Promise.resolve(false)
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

function tell() {
  for (const listener of listeners) listener()
}

/** To be called with the answer; null while nobody asks. */
export function useAskedForPassword(): Settle | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) settle?.(false)
      }
    },
    () => settle,
    () => null,
  )
}
