import { useAddressDialog } from '#web/shell/use-address-dialog.ts'
import type { MembersSearch } from './members-search.ts'

/** The dialogs of the members page: somebody's details, and what stands over them. */
export function useMembersDialog() {
  const { search, open, close } = useAddressDialog<MembersSearch>(['open', 'member', 'over', 'edit'])
  const { member, over } = search
  const isUnder = search.open === undefined || over === 'member'
  return {
    search,
    /** Whose details stand open, on top or underneath. */
    details: isUnder ? member : undefined,
    open,
    /** Another one about somebody whose details stay open, if they are. */
    openFor(memberId: string, next: NonNullable<MembersSearch['open']>) {
      open({ open: next, member: memberId, ...(isUnder && member === memberId && { over: 'member' }) })
    },
    close: () => close(over === 'member' ? { member } : {}),
  }
}
