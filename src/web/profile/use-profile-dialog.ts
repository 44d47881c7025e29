import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ProfileDialog } from './profile-search.ts'

/** Going back takes a moment; a second time within it would leave the page. */
let leaving = false

/** A dialog over the profile, by its name in the URL. */
export function useProfileDialog(name: ProfileDialog) {
  const { open } = useSearch({ from: '/profile' })
  const navigate = useNavigate({ from: '/profile' })
  const { history } = useRouter()

  function close() {
    if (leaving) return
    if (!history.location.state.dialog) return void navigate({ search: {}, replace: true, resetScroll: false })
    leaving = true
    const stop = history.subscribe(() => {
      leaving = false
      stop()
    })
    history.back()
  }

  return {
    isOpen: open === name,
    open: () => void navigate({ search: { open: name }, state: { dialog: true }, resetScroll: false }),
    close,
  }
}
