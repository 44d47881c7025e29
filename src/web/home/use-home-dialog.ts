import { type HistoryState, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { MyPracticesSearch } from '#web/my-practices/my-practices-search.ts'
import type { HomeSearch } from './home-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening a dialog: going back closes it. */
    dialog?: true
  }
}

/** Going back takes a moment; a second time within it would leave the page. */
let leaving = false

/** What of an address says which dialog stands open; the rest of it (a search, a filter) stays as it is. */
type DialogSearch = Omit<HomeSearch, 'open'> & { open?: HomeSearch['open'] | MyPracticesSearch['open'] }
const dialogKeys = ['open', 'practice', 'member', 'over', 'map'] as const satisfies (keyof DialogSearch)[]

/** The dialogs of the home page, and of another page that shows some of them. */
export function useHomeDialog() {
  const search: DialogSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { history } = useRouter()

  type How = { state?: { dialog: true } | ((before: HistoryState) => HistoryState); replace?: true }

  function show(next: DialogSearch, how: How) {
    // Each page reads of it what is its own.
    const search = (before: object) => ({ ...withoutDialog(before), ...next }) as object
    void navigate({ to: '.', search, resetScroll: false, ...how })
  }

  function open(next: DialogSearch) {
    show(next, { state: { dialog: true } })
  }

  /** Another one in the place of this one: going back still closes it. */
  function replace(next: HomeSearch) {
    show(next, { state: (before) => before, replace: true })
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
    else show({}, { replace: true })
  }

  return { search, open, replace, close }
}

function withoutDialog(search: DialogSearch): DialogSearch {
  const rest = { ...search }
  for (const key of dialogKeys) delete rest[key]
  return rest
}

/** The last thing that was there, for a dialog that still fades out after what it was about has gone. */
export function useLast<Value>(value: Value | null | undefined) {
  const [last, setLast] = useState(value ?? null)
  if (value !== null && value !== undefined && value !== last) setLast(value)
  return value ?? last
}
