import type { Arrow } from '#domain/scorecards/card.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { ErrorNote, FormMessage } from '#web/ui/form-message.tsx'
import { RemovedNote } from './card-actions.tsx'
import { type CardState, type CardStore, isRefused } from './card-sync.ts'
import { slotInWords, writtenScore } from './card-text.ts'
import type { LocalCard } from './local-card.ts'

type CardNotesProps = { card: LocalCard; state: CardState; store: CardStore }

/** Problems with the card, each with an action to fix it. */
export function CardNotes({ card, state, store }: CardNotesProps) {
  const { overtaken, slots, setup } = card
  return (
    <>
      {state.removed && <RemovedNote card={card} store={store} />}
      {state.notStored && (
        <FormMessage tone="warning" quiet>
          This browser can’t store scores. Score while online, or use another browser.
        </FormMessage>
      )}
      {isRefused(state.problem) && <ErrorNote error={state.problem} onRetry={store.send} pending={state.retrying} />}
      {state.stale && (
        <FormMessage tone="info">Someone else just changed this arrow. This is its current value.</FormMessage>
      )}
      {overtaken.map(({ slot, mine }) => {
        const theirs = slots[slot]?.arrow ?? null
        return (
          <FormMessage
            key={slot}
            tone="warning"
            actions={
              <>
                <ActionButton onClick={() => store.acceptRemote(slot)}>Keep {inWords(theirs)}</ActionButton>
                <ActionButton onClick={() => store.write(slot, mine, 'Two devices')}>Use {inWords(mine)}</ActionButton>
              </>
            }
          >
            Another device has {inWords(theirs)} for {slotInWords(setup, slot)}; this one has {inWords(mine)}.
          </FormMessage>
        )
      })}
    </>
  )
}

function inWords(arrow: Arrow | null) {
  return arrow === null ? 'nothing' : writtenScore(arrow.value)
}
