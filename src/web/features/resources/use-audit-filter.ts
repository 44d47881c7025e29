import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ResourcesSearch } from './resources-search.ts'

/** Going back takes a moment; a second time within it would leave the page. */
let leaving = false

type Filter = Omit<ResourcesSearch, 'tab' | 'term' | 'open'>

/** The log's filter, in the address: each choice makes an entry there, so that Back takes it back. */
export function useAuditFilter() {
  const search = useSearch({ from: '/resources' })
  const navigate = useNavigate({ from: '/resources' })
  const { history } = useRouter()

  function set(change: { [Key in keyof Filter]: Filter[Key] | undefined }) {
    // In the place of the dialog, where that stands open: going back takes the choice back, and does not ask again.
    const replace = search.open !== undefined
    const asked = ({ open: _, ...before }: ResourcesSearch) => ({ ...before, ...change })
    void navigate({ search: asked, replace, resetScroll: false })
  }

  function closeDialog() {
    if (leaving) return
    if (!history.location.state.dialog) return set({})
    leaving = true
    const stop = history.subscribe(() => {
      leaving = false
      stop()
    })
    history.back()
  }

  return {
    search,
    set,
    clear: () => void navigate({ search: { tab: 'audit' }, resetScroll: false }),
    openDialog: () =>
      void navigate({
        search: (before) => ({ ...before, open: 'person' }),
        state: { dialog: true },
        resetScroll: false,
      }),
    closeDialog,
  }
}
