import { IconDownload, IconPrinter, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { inLine } from '#domain/isolated-text.ts'
import { useSignedInMember } from '#web/auth/route-guards.tsx'
import { api } from '#web/lib/api.ts'
import { useClubTimes } from '#web/lib/club-times.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { cardsQuery } from '#web/queries/scorecards.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import classes from './card-actions.module.css'
import { deleteLocalCard } from './card-db.ts'
import { saveCsv, saveJson } from './card-exports.ts'
import type { CardStore } from './card-sync.ts'
import type { LocalCard } from './local-card.ts'

type CardActionsProps = { card: LocalCard; store: CardStore }

/** The way back to the list, and what is seldom done with a card, in a menu. A full card's results have a button to print. */
export function CardActions({ card, store, removed, full }: CardActionsProps & { removed: boolean; full: boolean }) {
  const { owner, id, setup, archer, startedAt } = card
  const navigate = useNavigate()
  const { displayName } = useSignedInMember()
  const times = useClubTimes()
  const day = times.dayOf(Date.parse(startedAt))
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
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

  async function deleteIt() {
    if (remove.pending) return
    // Sends unsent arrows first, so that an undo restores all of them.
    await store.send()
    await remove.act({ cardId: id })
  }

  return (
    <div className={classes.row}>
      <Link to="/scorecard" className={classes.link}>
        All scorecards
      </Link>
      <MoreMenu
        label="More for this scorecard"
        items={[
          ...(full
            ? []
            : [{ label: 'Print scorecard', icon: <IconPrinter {...icon} />, onClick: () => window.print() }]),
          { label: 'Download CSV', icon: <IconDownload {...icon} />, onClick: () => saveCsv(card, day) },
          {
            label: 'Download JSON',
            icon: <IconDownload {...icon} />,
            onClick: () => saveJson(card, day, archer ?? displayName),
          },
          ...(archer === null && !removed
            ? [{ label: 'Delete scorecard', icon: <IconTrash {...icon} />, tone: 'red' as const, onClick: deleteIt }]
            : []),
        ]}
      />
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
