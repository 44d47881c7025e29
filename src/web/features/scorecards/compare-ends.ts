import { differenceOf, type EndFacts, type EndState, endState, fullEnds } from '#domain/scorecards/double-scoring.ts'
import type { LocalCard } from './local-card.ts'
import { endInWords, writtenScore } from './score-text.ts'

export type ComparedEnd = EndFacts & { end: number; state: EndState }

/** Each end of a card that two keep, as this device sees it; what was confirmed here counts before the server has heard of it. */
export function compareEnds(card: LocalCard): ComparedEnd[] {
  return fullEnds(card.setup, card.slots).map((mine, end) => {
    const { theirs = null, iConfirmed = null, theyConfirmed = null } = card.double?.ends[end] ?? {}
    const confirmed = card.confirms.find((each) => each.end === end)?.values ?? iConfirmed
    const facts = { mine, theirs, iConfirmed: confirmed, theyConfirmed }
    return { ...facts, end, state: endState(facts) }
  })
}

/** What there is to say of an end; null where nothing is, as of one that is not full. */
export function inWords(card: LocalCard, { end, state, mine, theirs }: ComparedEnd) {
  const other = card.double?.other ?? ''
  const name = endInWords(card, end)
  switch (state) {
    case 'open':
      return null
    case 'theirs-open':
      return `${other} hasn’t entered ${name} yet.`
    case 'differs': {
      const only = differenceOf(mine ?? [], theirs ?? [])
      const list = (values: typeof only.mine) => values.map(writtenScore).join(', ')
      return `${name} differs: you have ${list(only.mine)}, ${other} has ${list(only.theirs)}.`
    }
    case 'same':
      return `${other} has the same for ${name}.`
    case 'confirmed-by-them':
      return `${other} has the same for ${name}, and has confirmed it.`
    case 'confirmed-by-me':
      return `You’ve confirmed ${name}. ${other} hasn’t yet.`
    case 'confirmed':
      return `${name} is confirmed by both.`
  }
}

export function isToConfirm({ state }: ComparedEnd) {
  return state === 'same' || state === 'confirmed-by-them'
}
