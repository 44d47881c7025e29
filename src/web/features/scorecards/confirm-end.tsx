import type { EndState } from '#domain/scorecards/double-scoring.ts'
import { ActionButton } from '#web/ui/action-button.tsx'
import { FormMessage, type MessageTone } from '#web/ui/form-message.tsx'
import type { CardStore } from './card-sync.ts'
import { type ComparedEnd, compareEnds, inWords, isToConfirm } from './compare-ends.ts'
import type { LocalCard } from './local-card.ts'
import { endInWords } from './score-text.ts'

const tones: Partial<Record<EndState, MessageTone>> = { differs: 'warning', confirmed: 'success' }

/** The end that is looked at beside the other keeper's, as soon as it is full; and earlier ones in which the two differ. */
export function ConfirmEnd({ card, store, shown }: { card: LocalCard; store: CardStore; shown: number }) {
  const ends = compareEnds(card).filter(({ end, state }) => end === shown || (end < shown && state === 'differs'))
  return ends.map((end) => <EndNote key={end.end} card={card} store={store} end={end} />)
}

/** Of one end: what the two have, and the button that confirms it where they have the same. */
export function EndNote({ card, store, end }: { card: LocalCard; store: CardStore; end: ComparedEnd }) {
  const text = inWords(card, end)
  const { mine } = end
  if (text === null || mine === null) return null
  return (
    <FormMessage
      tone={tones[end.state] ?? 'info'}
      role="status"
      details={end.state === 'differs' && 'Check the arrows before you pull them, and re-enter any that are wrong.'}
      actions={
        isToConfirm(end) && (
          <ActionButton tone="blue" onClick={() => store.confirmEnd({ end: end.end, values: mine })}>
            Confirm {endInWords(card, end.end).toLowerCase()}
          </ActionButton>
        )
      }
    >
      {text}
    </FormMessage>
  )
}
