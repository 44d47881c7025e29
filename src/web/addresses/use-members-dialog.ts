import type { MembersSearch } from './members-search.ts'
import { useAddressDialog, useOpenDialog } from './use-address-dialog.ts'

const keys = ['open', 'member', 'over', 'edit'] as const

/** Opens the dialogs of the members page. */
export function useOpenMember() {
  const open = useOpenDialog<MembersSearch>(keys)
  return {
    open,
    /** One about somebody, over their details if those stand open. */
    openFor(memberId: string, next: NonNullable<MembersSearch['open']>) {
      open((before) => ({
        open: next,
        member: memberId,
        ...(detailsIn(before) === memberId && { over: 'member' }),
      }))
    },
  }
}

/** The dialogs of the members page: somebody's details, and what stands over them. */
export function useMembersDialog() {
  const { search, close } = useAddressDialog<MembersSearch>(keys)
  const { member, over } = search
  return {
    search,
    /** Whose details stand open, on top or underneath. */
    details: detailsIn(search),
    close: () => close(over === 'member' ? { member } : {}),
  }
}

function detailsIn({ open, member, over }: MembersSearch) {
  return open === undefined || over === 'member' ? member : undefined
}
