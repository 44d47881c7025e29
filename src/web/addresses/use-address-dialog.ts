import { type HistoryState, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening a dialog: going back closes it. */
    dialog?: true
  }
}

/** Going back takes a moment; a second time within it would leave the page. */
let leaving = false

type How = { state?: { dialog: true } | ((before: HistoryState) => HistoryState); replace?: true }

/** What stands in the address next; where it depends on what stands there when it is pressed, of that. */
type Next<Search> = Partial<Search> | ((before: Search) => Partial<Search>)

function useShow<Search extends object>(keys: readonly (keyof Search)[]) {
  const navigate = useNavigate()
  return (next: Next<Search>, how: How) => {
    // Each page reads of it what is its own.
    const search = (all: object) => {
      const before = all as Search
      return { ...without(before, keys), ...(typeof next === 'function' ? next(before) : next) } as object
    }
    void navigate({ to: '.', search, resetScroll: false, ...how })
  }
}

/** Opens them only: for what stands in each row of a long list, which the address is nothing to. */
export function useOpenDialog<Search extends object>(keys: readonly (keyof Search)[]) {
  const show = useShow(keys)
  return (next: Next<Search>) => show(next, { state: { dialog: true } })
}

/**
 * Dialogs that stand in the address, so that Back closes them and a reload keeps them.
 * @param keys what of the address says which dialog stands open; the rest of it (a search, a filter) stays as it is
 */
export function useAddressDialog<Search extends object>(keys: readonly (keyof Search)[]) {
  const all: object = useSearch({ strict: false })
  const search = all as Search
  const { history } = useRouter()
  const show = useShow(keys)
  const open = useOpenDialog(keys)

  /** Another one in the place of this one: going back still closes it. */
  function replace(next: Partial<Search>) {
    show(next, { state: (before) => before, replace: true })
  }

  /** @param under what stood below it, where it was reached by an address and there is nothing of ours to go back to */
  function close(under: Partial<Search> = {}) {
    if (leaving) return
    leaving = true
    const stop = history.subscribe(() => {
      leaving = false
      stop()
    })
    if (history.location.state.dialog) history.back()
    else show(under, { replace: true })
  }

  return { search, open, replace, close }
}

function without<Search extends object>(search: Search, keys: readonly (keyof Search)[]): Partial<Search> {
  const rest = { ...search }
  for (const key of keys) delete rest[key]
  return rest
}

/** The last thing that was there, for a dialog that still fades out after what it was about has gone. */
export function useLast<Value>(value: Value | null | undefined) {
  const [last, setLast] = useState(value ?? null)
  if (value !== null && value !== undefined && value !== last) setLast(value)
  return value ?? last
}
