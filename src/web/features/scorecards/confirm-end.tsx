import { inLine } from '#domain/isolated-text.ts'
import { differenceOf, type EndFacts, type EndState, endState, fullEnds } from '#domain/scorecards/double-scoring.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { FormMessage, type MessageTone } from '#web/ui/form-message.tsx'
import type { CardStore } from './card-sync.ts'
import { endInWords, writtenScore } from './card-text.ts'
import type { LocalCard } from './local-card.ts'

const tones: Partial<Record<EndState, MessageTone>> = { differs: 'warning', confirmed: 'success' }

/** Compares the shown end with the other scorer's once it's full, and earlier ends that differ. */
export function ConfirmEnd({ card, store, shown }: { card: LocalCard; store: CardStore; shown: number }) {
  const ends = compareEnds(card).filter(({ end, state }) => end === shown || (end < shown && state === 'differs'))
  return ends.map((end) => <EndNote key={end.end} card={card} store={store} end={end} />)
}

/** One end: both sets of values, and a button to confirm it if they match. */
export function EndNote({ card, store, end }: { card: LocalCard; store: CardStore; end: ComparedEnd }) {
  const text = endStateInWords(card, end)
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

export type ComparedEnd = EndFacts & { end: number; state: EndState }

/** Ends of a double-scored card as this device sees them; local confirmations count before they are sent. */
export function compareEnds(card: LocalCard): ComparedEnd[] {
  return fullEnds(card.setup, card.slots).map((mine, end) => {
    const { theirs = null, iConfirmed = null, theyConfirmed = null } = card.double?.ends[end] ?? {}
    const confirmed = card.confirms.find((each) => each.end === end)?.values ?? iConfirmed
    const facts = { mine, theirs, iConfirmed: confirmed, theyConfirmed }
    return { ...facts, end, state: endState(facts) }
  })
}

/** Text about an end; null if there's nothing to say, as for one that isn't full. */
export function endStateInWords(card: LocalCard, { end, state, mine, theirs }: ComparedEnd) {
  const other = card.double?.other ?? ''
  const name = endInWords(card, end)
  switch (state) {
    case 'open':
      return null
    case 'theirs-open':
      return inLine`${other} hasn’t entered ${name} yet.`
    case 'differs': {
      const only = differenceOf(mine ?? [], theirs ?? [])
      const list = (values: typeof only.mine) => values.map(writtenScore).join(', ')
      return inLine`${name} differs: you have ${list(only.mine)}, ${other} has ${list(only.theirs)}.`
    }
    case 'same':
      return inLine`${other} has the same for ${name}.`
    case 'confirmed-by-them':
      return inLine`${other} has the same for ${name}, and has confirmed it.`
    case 'confirmed-by-me':
      return inLine`You’ve confirmed ${name}. ${other} hasn’t yet.`
    case 'confirmed':
      return `${name} is confirmed by both.`
  }
}

export function isToConfirm({ state }: ComparedEnd) {
  return state === 'same' || state === 'confirmed-by-them'
}
