import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PracticeRecord } from '#contract/manage-practices.ts'
import { membersQuery } from '#web/queries/members.ts'
import type { Buyer } from './buyer.ts'
import { SellDialog } from './sell-dialog.tsx'
import { SoldList } from './sold-list.tsx'
import { UndoSaleDialog } from './undo-sale-dialog.tsx'

/** The dialogs of sales over a practice's list; which one is open is in the address. */
export type Selling = {
  /** Who is buying something. */
  buyerId: string | undefined
  /** The sale that is being undone. */
  saleId: string | undefined
  onSell: (memberId: string) => void
  onUndo: (saleId: string) => void
  onClose: () => void
}

type PracticeSalesProps = { record: PracticeRecord; now: number; selling: Selling; onDone: () => unknown }

/** What was sold at a practice, with the questions what to sell, and whether to undo a sale. */
export function PracticeSales({ record, now, selling, onDone }: PracticeSalesProps) {
  const { practice } = record
  const { buyerId, saleId, onUndo, onClose } = selling
  const { buyer, isGone } = useBuyer(record, buyerId)
  useEffect(() => {
    if (isGone) onClose()
  })
  return (
    <>
      <SoldList practice={practice} now={now} onUndo={onUndo} />
      <SellDialog buyer={buyer} practiceId={practice.id} checksIn onDone={onDone} onClose={onClose} />
      <UndoSaleDialog practiceId={practice.id} saleId={saleId} onDone={onDone} onClose={onClose} />
    </>
  )
}

/** Someone of the practice's lists, or any other member. */
function useBuyer(record: PracticeRecord, id: string | undefined): { buyer: Buyer | null; isGone: boolean } {
  const attendee = record.attendees.find(({ memberId }) => memberId === id)
  const listed = attendee ?? record.answers.find(({ memberId }) => memberId === id)
  const { data } = useQuery({ ...membersQuery, enabled: id !== undefined && !listed })
  const member = listed === undefined && id !== undefined ? data?.members.find((each) => each.id === id) : undefined
  const isGone = id !== undefined && listed === undefined && data !== undefined && member === undefined
  const found = listed ?? member
  if (id === undefined || found === undefined) return { buyer: null, isGone }
  const held = record.practice.state === 'live' && 'pass' in found ? found : null
  return { buyer: { id, name: found.name, held }, isGone }
}
