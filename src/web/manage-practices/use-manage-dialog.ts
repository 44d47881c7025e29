import { useAddressDialog } from '#web/shell/use-address-dialog.ts'
import type { ManagePracticesSearch } from './manage-practices-search.ts'

/** The dialogs of the practices page. */
export function useManageDialog() {
  const { search, open, close } = useAddressDialog<ManagePracticesSearch>(['practice', 'list', 'ask', 'member'])
  const { practice, list, ask } = search
  return { search, open, close: () => close(ask === 'remove' ? { practice, list } : {}) }
}
