import { Link, useNavigate } from '@tanstack/react-router'
import { inLine } from '#domain/isolated-text.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import classes from './card-actions.module.css'
import { deleteLocalCard } from './card-db.ts'
import type { CardStore } from './card-sync.ts'
import type { LocalCard } from './local-card.ts'
import { cardsQuery } from './use-card.ts'

type CardActionsProps = { card: LocalCard; store: CardStore }

/** Actions on the whole card. */
export function CardActions({
  card: { owner, id, setup, archer },
  store,
  removed,
}: CardActionsProps & { removed: boolean }) {
  const navigate = useNavigate()
  const remove = useIdempotentMutation(removeCard, {
    onDone: async ({ known }) => {
      store.noteRemoved(true)
      await deleteLocalCard(owner, id).catch(() => {})
      await refreshCards(owner)
      await navigate({ to: '/scorecard' })
      const undo = { label: 'Undo', onClick: () => void restore(owner, id, store) }
      toast({ text: inLine`${setup.name} deleted.`, ...(known && { action: undo }) })
    },
  })
  return (
    <div className={classes.row}>
      <Link to="/scorecard" className={classes.link}>
        All scorecards
      </Link>
      {archer === null && !removed && (
        <ActionButton
          tone="quiet"
          pending={remove.pending}
          onClick={async () => {
            // Sends unsent arrows first, so that an undo restores all of them.
            await store.send()
            return remove.act({ cardId: id })
          }}
        >
          Delete scorecard
        </ActionButton>
      )}
      <ErrorNote error={remove.problem} onRetry={remove.retry} pending={remove.pending} />
    </div>
  )
}

/** A card the server doesn't know exists only on this device. */
async function removeCard(input: { cardId: string }, options: { context: { idempotencyKey: string } }) {
  try {
    await api.scorecard.remove(input, options)
    return { known: true }
  } catch (error) {
    if (toProblem(error).kind !== 'not-found') throw error
    return { known: false }
  }
}

async function restore(owner: string, cardId: string, store: CardStore) {
  try {
    await api.scorecard.restore({ cardId })
    store.noteRemoved(false)
    await refreshCards(owner)
  } catch (error) {
    const again = { label: 'Try again', onClick: () => void restore(owner, cardId, store) }
    toast({ text: toProblem(error).message, role: 'alert', stays: true, action: again })
  }
}

async function refreshCards(owner: string) {
  await queryClient.invalidateQueries({ queryKey: ['kept-cards', owner] })
  await queryClient.invalidateQueries({ queryKey: cardsQuery.queryKey })
}

/** The card was deleted elsewhere while someone still scores on it. */
export function RemovedNote({ card: { id, owner }, store }: CardActionsProps) {
  return (
    <FormMessage
      tone="warning"
      actions={<ActionButton onClick={() => restore(owner, id, store)}>Restore scorecard</ActionButton>}
    >
      This scorecard was deleted. You can restore it for 30 days, including anything you add.
    </FormMessage>
  )
}
