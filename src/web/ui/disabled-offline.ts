import { createContext, useContext } from 'react'

/** The id of the sentence that says why nothing can be sent now; null while it can. */
export const NotSending = createContext<string | null>(null)

/**
 * For a control that may send what it does: what it has on it while it can't. It stays focusable, so that the focus is not
 * lost when the connection is.
 */
export function useBlocked(sends = false) {
  const sentence = useContext(NotSending)
  if (!sends || sentence === null) return null
  return { 'aria-disabled': true, 'aria-describedby': sentence, 'data-blocked': true } as const
}
