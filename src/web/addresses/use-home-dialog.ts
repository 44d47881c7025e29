import type { HomeSearch } from './home-search.ts'
import type { MyPracticesSearch } from './my-practices-search.ts'
import { useAddressDialog } from './use-address-dialog.ts'

type DialogSearch = Omit<HomeSearch, 'open'> & { open?: HomeSearch['open'] | MyPracticesSearch['open'] }
const dialogKeys = ['open', 'practice', 'member', 'over', 'map'] as const satisfies (keyof DialogSearch)[]

/** The dialogs of the home page, and of another page that shows some of them. */
export function useHomeDialog() {
  const { close, ...dialog } = useAddressDialog<DialogSearch>(dialogKeys)
  return { ...dialog, close: () => close() }
}
