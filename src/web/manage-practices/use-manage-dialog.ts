import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ManagePracticesSearch } from './manage-practices-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many dialogs have been opened one over the other, this one included. */
    depth?: number
  }
}

/** Going back takes a moment; a second time within it would leave the page. */
let leaving = false

type DialogSearch = Pick<ManagePracticesSearch, 'practice' | 'list' | 'ask' | 'member'>

/** The dialogs of the page, in its address: each opened makes an entry, and closing goes back. */
export function useManageDialog() {
  const search = useSearch({ from: '/manage-practices' })
  const navigate = useNavigate({ from: '/manage-practices' })
  const { history } = useRouter()

  function open(next: DialogSearch) {
    const depth = (history.location.state.depth ?? 0) + 1
    void navigate({
      search: (before) => ({ ...withoutDialog(before), ...next }),
      state: { dialog: true, depth },
      resetScroll: false,
    })
  }

  function leave(steps: number, rest: (before: ManagePracticesSearch) => ManagePracticesSearch) {
    if (leaving) return
    leaving = true
    const stop = history.subscribe(() => {
      leaving = false
      stop()
    })
    if (steps > 0) history.go(-steps)
    // Reached by an address: there is nothing of ours to go back to.
    else void navigate({ search: rest, replace: true, resetScroll: false })
  }

  return {
    search,
    open,
    /** The one in front; of a question reached by its address, what it is asked about stays. */
    close: () => leave(history.location.state.dialog ? 1 : 0, underneath),
    closeAll: () => leave(history.location.state.depth ?? 0, withoutDialog),
  }
}

function underneath(search: ManagePracticesSearch): ManagePracticesSearch {
  if (search.ask !== 'remove') return withoutDialog(search)
  const { ask, member, ...rest } = search
  return rest
}

function withoutDialog({ practice, list, ask, member, ...rest }: ManagePracticesSearch): ManagePracticesSearch {
  return rest
}
