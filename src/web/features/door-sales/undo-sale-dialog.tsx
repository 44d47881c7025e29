import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { officerMessages } from '#domain/text/officer-messages.ts'
import { saleMessages } from '#domain/text/sale-messages.ts'
import { useLast } from '#web/addresses/use-address-dialog.ts'
import { useNeedsConnection } from '#web/components/connection-notes.tsx'
import { api } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { CheckField } from '#web/ui/check-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { refreshSales, salesQuery } from './sales-query.ts'
import { nameOf } from './sold-list.tsx'

type UndoSaleDialogProps = {
  practiceId: string
  saleId: string | undefined
  /** Refetches what the screen below shows. */
  onDone: () => unknown
  onClose: () => void
}

/** Asks why a sale is undone, and whether the check-in that came with it goes too. */
export function UndoSaleDialog({ practiceId, saleId, onDone, onClose }: UndoSaleDialogProps) {
  const asked = saleId !== undefined
  const { data } = useQuery({ ...salesQuery(practiceId), enabled: asked })
  const open = data?.sales.find(({ id, undone }) => id === saleId && undone === null)
  const sale = useLast(open)
  const [reason, setReason] = useState('')
  const [undoCheckIn, setUndoCheckIn] = useState(true)
  const field = useRef<HTMLInputElement>(null)
  const undo = useIdempotentMutation(api.sales.undo, {
    onProblem: ({ fields }) => fields?.reason && field.current?.focus(),
  })
  const { pending, problem, clear } = undo
  const needsConnection = useNeedsConnection()
  // Another officer has already undone it.
  const pointless = asked && data !== undefined && open === undefined && !pending
  useEffect(() => {
    if (pointless) onClose()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset only on closing
  useEffect(() => {
    if (asked) return
    clear()
    setReason('')
    setUndoCheckIn(true)
  }, [asked])

  async function confirm() {
    if (!sale) return
    const done = await undo.act({ practiceId, saleId: sale.id, reason, undoCheckIn: sale.checkedIn && undoCheckIn })
    if (done === null) return
    toast({ text: saleMessages.undone(nameOf(sale), done.kept) })
    onClose()
    await Promise.all([refreshSales(practiceId), onDone()])
  }

  return (
    <Dialog
      open={asked && open !== undefined}
      onClose={onClose}
      role="alertdialog"
      title={inLine`Undo the sale to ${sale ? nameOf(sale) : ''}?`}
      text={sale && saleMessages.confirmUndo(sale.product)}
      initialFocus={field}
      actions={
        <>
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton tone="red" pending={pending} reason={needsConnection} onClick={confirm}>
            Undo Sale
          </ActionButton>
        </>
      }
    >
      <TextField
        ref={field}
        label="Reason"
        description={officerMessages.reasonErased}
        descriptionBelow
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={problem?.fields?.reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {sale?.checkedIn && (
        <CheckField label="Undo their check-in too" checked={undoCheckIn} onChange={setUndoCheckIn} />
      )}
      {problem && problem.fields?.reason === undefined && (
        <ErrorNote error={problem} onRetry={undo.retry} pending={pending} />
      )}
    </Dialog>
  )
}
