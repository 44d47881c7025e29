import type { MembersSearch } from './members-search.ts'
import { useAddressDialog, useOpenDialog } from './use-address-dialog.ts'

const keys = ['open', 'member', 'over', 'edit'] as const

/** Opens the dialogs of the members page. */
export function useOpenMember() {
  const open = useOpenDialog<MembersSearch>(keys)
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
  const { search, close } = useAddressDialog<MembersSearch>(keys)
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
