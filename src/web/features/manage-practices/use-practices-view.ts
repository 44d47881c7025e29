import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type PracticeSort, sortsDescending } from '#web/addresses/manage-practices-search.ts'
import { deviceStorage } from '#web/lib/browser-storage.ts'
import { useDebouncedText } from '#web/ui/use-debounced-text.ts'

/** From today on, in sections; or every practice in one sorted list. */
type Layout = 'agenda' | 'list'

/** For the whole device: how an officer likes the list says nothing about anyone. */
const layoutKey = 'quiver:practices-layout'

/** Search and sorting from the URL; typing and sorting replace the history entry. The layout is kept on the device. */
export function usePracticesView() {
  const search = useSearch({ from: '/manage-practices' })
  const navigate = useNavigate({ from: '/manage-practices' })
  const [kept, setKept] = useState<Layout>(() => (deviceStorage.read(layoutKey) === 'list' ? 'list' : 'agenda'))
  const write = useCallback(
    (typed: string) =>
      void navigate({ search: (before) => ({ ...before, q: typed || undefined }), replace: true, resetScroll: false }),
    [navigate],
  )
  const { text, setText } = useDebouncedText(search.q ?? '', write)
  const sort: PracticeSort = search.sort ?? 'date'
  const isSorted = search.sort !== undefined || search.dir !== undefined
  // An address with a sort order opens the list.
  const layout = isSorted ? 'list' : kept

  function keepLayout(next: Layout) {
    setKept(next)
    deviceStorage.write(layoutKey, next === 'list' ? next : null)
  }

  function setLayout(next: Layout) {
    keepLayout(next)
    if (!isSorted) return
    void navigate({ search: ({ sort: _, dir: __, ...before }) => before, replace: true, resetScroll: false })
  }

  function setSort(by: PracticeSort, descending: boolean) {
    const isNew = by !== sort || layout === 'agenda'
    keepLayout('list')
    const dir = descending ? ('desc' as const) : ('asc' as const)
    // A newly chosen column starts with its usual order.
    const order = isNew && !descending && sortsDescending(by) ? 'desc' : dir
    void navigate({
      search: ({ sort: _, dir: __, ...before }) => ({
        ...before,
        ...(by === 'date' ? {} : { sort: by }),
        ...((order === 'desc') === sortsDescending(by) ? {} : { dir: order }),
      }),
      replace: true,
      resetScroll: false,
    })
  }

  return {
    text,
    setText,
    sort,
    descending: search.dir ? search.dir === 'desc' : sortsDescending(sort),
    setSort,
    layout,
    setLayout,
  }
}
