import { useAddressDialog } from '#web/shell/use-address-dialog.ts'
import type { ProfileDialog, ProfileSearch } from './profile-search.ts'

/** A dialog over the profile, by its name in the URL. */
export function useProfileDialog(name: ProfileDialog) {
  const { search, open, close } = useAddressDialog<ProfileSearch>(['open'])
  return { isOpen: search.open === name, open: () => open({ open: name }), close: () => close() }
}
