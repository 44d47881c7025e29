import type { ManagePracticesSearch } from './manage-practices-search.ts'
import { useAddressDialog, useOpenDialog } from './use-address-dialog.ts'

const keys = ['practice', 'list', 'ask', 'member'] as const

/** Opens the dialogs of the practices page. */
export function useOpenPractice() {
  return useOpenDialog<ManagePracticesSearch>(keys)
}

/** The dialogs of the practices page. */
export function useManageDialog() {
  const { search, open, close } = useAddressDialog<ManagePracticesSearch>(keys)
  const { practice, list, ask } = search
  return { search, open, close: () => close(ask === 'remove' ? { practice, list } : {}) }
}
