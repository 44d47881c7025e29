import { createContext, useContext } from 'react'

/** The id of the sentence that says why nothing can be sent now; null while it can. */
export const DisabledOffline = createContext<string | null>(null)

/**
 * For a control that may send what it does: what it has on it while it can't. It stays focusable, so that the focus is not
 * lost when the connection is.
 */
export function useDisabledOffline(sends = false) {
  const sentence = useContext(DisabledOffline)
  if (!sends || sentence === null) return null
  return { 'aria-disabled': true, 'aria-describedby': sentence, 'data-blocked': true } as const
}
