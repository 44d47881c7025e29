import { type HistoryState, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { HomeSearch } from './home-search.ts'
import { type ManagePracticesSearch, overListAsks } from './manage-practices-search.ts'
import type { MembersSearch } from './members-search.ts'
import type { MyPracticesSearch } from './own-pages-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Opening a dialog created this history entry, so going back closes the dialog. */
    dialog?: true
  }
}

/** history.back() is asynchronous; a second call before it finishes would leave the page. */
let leaving = false

type How = { state?: { dialog: true } | ((before: HistoryState) => HistoryState); replace?: true }

/** The next search params; a function computes them from the params at the time of the press. */
type Next<Search> = Partial<Search> | ((before: Search) => Partial<Search>)

function useShow<Search extends object>(keys: readonly (keyof Search)[]) {
  const navigate = useNavigate()
  return (next: Next<Search>, how: How) => {
    // Search params are shared by all pages; each page knows the type of its own.
    const search = (all: object) => {
      const before = all as Search
      return { ...without(before, keys), ...(typeof next === 'function' ? next(before) : next) } as object
    }
    void navigate({ to: '.', search, resetScroll: false, ...how })
  }
}

/** Opens dialogs without subscribing to the address, so that rows of a long list don't rerender when it changes. */
export function useOpenDialog<Search extends object>(keys: readonly (keyof Search)[]) {
  const show = useShow(keys)
  return (next: Next<Search>) => show(next, { state: { dialog: true } })
}

/**
 * Dialogs that live in the address, so that Back closes them and a reload keeps them open.
 * @param keys the search params that say which dialog is open; the others (a search, a filter) are left alone
 */
export function useAddressDialog<Search extends object>(keys: readonly (keyof Search)[]) {
  const all: object = useSearch({ strict: false })
  const search = all as Search
  const { history } = useRouter()
  const show = useShow(keys)
  const open = useOpenDialog(keys)

  /** Replaces the open dialog with another one; going back still closes it. */
  function replace(next: Partial<Search>) {
    show(next, { state: (before) => before, replace: true })
  }

  /**
   * @param under the dialog to show below, if this one was opened by its address and there is no history entry of ours
   */
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

/** The last non-empty value, for a dialog that is still fading out after its subject is gone. */
export function useLast<Value>(value: Value | null | undefined) {
  const [last, setLast] = useState(value ?? null)
  if (value !== null && value !== undefined && value !== last) setLast(value)
  return value ?? last
}

type DialogSearch = Omit<HomeSearch, 'open'> & { open?: HomeSearch['open'] | MyPracticesSearch['open'] }
const dialogKeys = ['open', 'practice', 'member', 'over', 'map'] as const satisfies (keyof DialogSearch)[]

/** The dialogs of the home page, and of another page that shows some of them. */
export function useHomeDialog() {
  const { close, ...dialog } = useAddressDialog<DialogSearch>(dialogKeys)
  return { ...dialog, close: () => close() }
}

const managePracticesKeys = ['practice', 'list', 'ask', 'member'] as const

/** Opens the dialogs of the practices page. */
export function useOpenPractice() {
  return useOpenDialog<ManagePracticesSearch>(managePracticesKeys)
}

/** The dialogs of the practices page. */
export function useManageDialog() {
  const { search, open, replace, close } = useAddressDialog<ManagePracticesSearch>(managePracticesKeys)
  const { practice, list, ask } = search
  return {
    search,
    open,
    replace,
    close: () => close(overListAsks.some((each) => each === ask) ? { practice, list } : {}),
  }
}

const memberKeys = ['open', 'member', 'over', 'edit'] as const

/** Opens the dialogs of the members page. */
export function useOpenMember() {
  const open = useOpenDialog<MembersSearch>(memberKeys)
  return {
    open,
    /** Opens a dialog about a member, over their details if those are open. */
    openFor(memberId: string, next: NonNullable<MembersSearch['open']>) {
      open((before) => ({
        open: next,
        member: memberId,
        ...(detailsIn(before) === memberId && { over: 'member' }),
      }))
    },
  }
}

/** The dialogs of the members page: a member's details, and dialogs over them. */
export function useMembersDialog() {
  const { search, close } = useAddressDialog<MembersSearch>(memberKeys)
  const { member, over } = search
  return {
    search,
    /** The member whose details are open, on top or underneath. */
    details: detailsIn(search),
    close: () => close(over === 'member' ? { member } : {}),
  }
}

function detailsIn({ open, member, over }: MembersSearch) {
  return open === undefined || over === 'member' ? member : undefined
}
