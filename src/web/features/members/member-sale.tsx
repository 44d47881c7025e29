import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MemberRow } from '#contract/members.ts'
import { useLast, useMembersDialog } from '#web/addresses/use-address-dialog.ts'
import { SellDialog } from '#web/features/door-sales/sell-dialog.tsx'
import { homeQuery, refreshHome } from '#web/queries/home.ts'
import { refreshMembers } from '#web/queries/members.ts'

/** A sale at the live practice, over a member's details; closes if it is over. */
export function MemberSale({ members }: { members: MemberRow[] }) {
  const { search, close } = useMembersDialog()
  const asked = search.open === 'sell'
  const { data: home } = useQuery({ ...homeQuery, enabled: asked })
  const practiceId = useLast(home?.live?.practice.id)
  const member = members.find(({ id }) => asked && id === search.member)
  const pointless = asked && (member === undefined || (home !== undefined && home.live === null))
  useEffect(() => {
    if (pointless) close()
  })
  const isHere = home?.live?.attendees.some(({ memberId }) => memberId === member?.id)
  return (
    <SellDialog
      buyer={member && !pointless ? { id: member.id, name: member.name, held: isHere ? null : member } : null}
      practiceId={practiceId ?? ''}
      checksIn={false}
      onDone={() => Promise.all([refreshMembers(), refreshHome()])}
      onClose={close}
    />
  )
}
