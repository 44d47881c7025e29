import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { inLine } from '#domain/isolated-text.ts'
import { count } from '#domain/text/public-messages.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toProblem } from '#web/lib/request.ts'
import { toast } from '#web/lib/toast.ts'
import { useIdempotentMutation } from '#web/lib/use-idempotent-mutation.ts'
import { cardsQuery } from '#web/queries/scorecards.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorNote } from '#web/ui/form-message.tsx'
import { deleteLocalCard } from './card-db.ts'
import type { CardStore } from './card-sync.ts'
import { compareEnds, EndNote, isToConfirm } from './confirm-end.tsx'
import { hasUnsent, type LocalCard, shownEnd } from './local-card.ts'
import classes from './scorecard-page.module.css'

const Invitation = lazy(async () => ({ default: (await import('./invitation.tsx')).Invitation }))

type DoubleScoringProps = { card: LocalCard; store: CardStore }
type CardInput = { cardId: string }
type MutationOptions = { context: { idempotencyKey: string } }

/** A second phone scores the same card: inviting it, comparing, and ending it. */
export function DoubleScoring({ card, store }: DoubleScoringProps) {
  return card.double === null && card.archer === null ? (
    <Invite card={card} store={store} />
  ) : (
    <ActiveDoubleScoring card={card} store={store} />
  )
}

function Invite({ card, store }: DoubleScoringProps) {
  const [code, setCode] = useState<{ code: string; until: string } | null>(null)
  const invite = useIdempotentMutation(
    async (input: CardInput, options: MutationOptions) => {
      // The server must know the card before it can issue an invitation.
      await store.send()
      return api.scorecard.invite(input, options)
    },
    { onDone: setCode },
  )
  return (
    <>
      <ErrorNote error={invite.problem} onRetry={invite.retry} pending={invite.pending} />
      <ActionButton fullWidth pending={invite.pending} onClick={() => invite.act({ cardId: card.id })}>
        Score with a second phone
      </ActionButton>
      {code && (
        <Suspense>
          <Invitation {...code} onClose={() => setCode(null)} />
        </Suspense>
      )}
    </>
  )
}

function ActiveDoubleScoring({ card, store }: DoubleScoringProps) {
  const heading = useId()
  const navigate = useNavigate()
  const [asks, setAsks] = useState(false)
  const { owner, id, archer, double } = card
  const part = useIdempotentMutation(endKeeping, {
    onDone: async () => {
      setAsks(false)
      if (archer === null) return store.send()
      await deleteLocalCard(owner, id).catch(() => {})
      await queryClient.invalidateQueries({ queryKey: ['kept-cards', owner] })
      await queryClient.invalidateQueries({ queryKey: cardsQuery.queryKey })
      await navigate({ to: '/scorecard' })
      toast({ text: inLine`You’re no longer scoring for ${archer}.` })
    },
  })
  async function endKeeping(input: CardInput, options: MutationOptions) {
    try {
      return await api.scorecard.part(input, options)
    } catch (error) {
      // The archer has already ended it: only this device's copy is left to delete.
      if (archer !== null && toProblem(error).kind === 'not-found') return {}
      throw error
    }
  }

  const lost = hasUnsent(card) ? ' Unsent arrows will be lost.' : ''
  const ends = compareEnds(card)
  const full = ends.filter(({ state }) => state !== 'open')
  // The shown end is compared next to the target.
  const late = ends.filter((end) => isToConfirm(end) && end.end !== shownEnd(card))
  const confirmed = full.filter(({ state }) => state === 'confirmed').length
  return (
    <section className={classes.stack} aria-labelledby={heading}>
      <h2 id={heading}>Double scoring</h2>
      <p>
        {archer === null ? inLine`${double?.other} is also scoring this card.` : inLine`You’re scoring for ${archer}.`}{' '}
        {full.length > 0 && `${confirmed} of ${count(full.length, 'end')} confirmed by both.`}
      </p>
      {late.map((end) => (
        <EndNote key={end.end} card={card} store={store} end={end} />
      ))}
      <ActionButton fullWidth onClick={() => setAsks(true)}>
        {archer === null ? 'End double scoring' : 'Stop scoring'}
      </ActionButton>
      <ConfirmDialog
        open={asks}
        title={archer === null ? 'End double scoring?' : 'Stop scoring?'}
        text={
          archer === null
            ? inLine`${double?.other} will no longer be able to score this card. Your arrows stay.`
            : inLine`${archer}’s card stays as it is. You’ll need a new code to score it again.${lost}`
        }
        confirm={archer === null ? 'End double scoring' : 'Stop scoring'}
        cancel="Keep scoring"
        tone="blue"
        pending={part.pending}
        error={part.problem}
        onCancel={() => {
          setAsks(false)
          part.clear()
        }}
        onConfirm={() => part.act({ cardId: id })}
      />
    </section>
  )
}
