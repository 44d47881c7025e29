import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { HomeSearch } from './home-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening a dialog: going back closes it. */
    dialog?: true
  }
}

/** Going back takes a moment; a second time within it would leave the page. */
let leaving = false

export function useHomeDialog() {
  const search: HomeSearch = useSearch({ from: '/home' })
  const navigate = useNavigate({ from: '/home' })
  const { history } = useRouter()

  function open(next: HomeSearch) {
    void navigate({ search: next, state: { dialog: true }, resetScroll: false })
  }

  /** Another one in the place of this one: going back still closes it. */
  function replace(next: HomeSearch) {
    void navigate({ search: next, state: (before) => before, replace: true, resetScroll: false })
  }

  function close() {
    if (leaving) return
    leaving = true
    const stop = history.subscribe(() => {
      leaving = false
      stop()
    })
    if (history.location.state.dialog) history.back()
    // Reached by an address: there is nothing of ours to go back to.
    else void navigate({ search: {}, replace: true, resetScroll: false })
  }

  return { search, open, replace, close }
}

/** The last thing that was there, for a dialog that still fades out after what it was about has gone. */
export function useLast<Value>(value: Value | null | undefined) {
  const [last, setLast] = useState(value ?? null)
  if (value !== null && value !== undefined && value !== last) setLast(value)
  return value ?? last
}
