import { inLine } from '#domain/isolated-text.ts'
import { saleMessages } from '#domain/text/sale-messages.ts'
import { useLast } from '#web/addresses/use-address-dialog.ts'
import { api } from '#web/lib/api.ts'
import { useLazy } from '#web/lib/lazy-code.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { InfoDialog } from '#web/ui/dialog.tsx'
import { SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import type { Buyer } from './buyer.ts'
import { refreshSales } from './sales-query.ts'

type SellDialogProps = {
  /** Null while the dialog is closed. */
  buyer: Buyer | null
  practiceId: string
  /** Whether the check-in is part of the sale unless the officer says otherwise. */
  checksIn: boolean
  /** Refetches what the screen below shows. */
  onDone: () => unknown
  onClose: () => void
}

/** Sells a day pass or practices to a member: what, and how it was paid, which sells it. */
export function SellDialog({ buyer, practiceId, checksIn, onDone, onClose }: SellDialogProps) {
  const shown = useLast(buyer)
  const form = useLazy(() => import('./sell-form.tsx'), { asked: buyer !== null, onMissing: onClose, ahead: true })
  const undo = useIdempotentMutation(api.sales.undo, {
    onDone: ({ kept }) => {
      toast({ text: saleMessages.undone(shown?.name ?? '', kept) })
      return Promise.all([refreshSales(practiceId), onDone()])
    },
    onProblem: ({ message }) => toast({ text: message, role: 'alert', stays: true }),
  })
  return (
    <InfoDialog open={buyer !== null} onClose={onClose} title={inLine`Sell to ${shown?.name ?? ''}`}>
      {form && shown ? (
        <form.SellForm
          key={shown.id}
          buyer={shown}
          practiceId={practiceId}
          checksIn={checksIn}
          onSold={async ({ saleId, checkIn }) => {
            onClose()
            toast({
              text: saleMessages.sold(shown.name, checkIn),
              action: {
                label: 'Undo',
                onClick: () => undo.act({ practiceId, saleId, reason: saleMessages.undoneAgain, undoCheckIn: true }),
              },
            })
            await Promise.all([refreshSales(practiceId), onDone()])
          }}
        />
      ) : (
        <Skeletons label="Loading products">
          <SkeletonCard height={12} />
        </Skeletons>
      )}
    </InfoDialog>
  )
}
