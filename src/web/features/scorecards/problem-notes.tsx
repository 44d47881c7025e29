import { lazy, Suspense, useEffect } from 'react'
import { type CardState, type CardStore, isRefused } from './card-sync.ts'
import type { LocalCard } from './local-card.ts'

const load = () => import('./card-notes.tsx')
const CardNotes = lazy(async () => ({ default: (await load()).CardNotes }))

type ProblemNotesProps = { card: LocalCard; state: CardState; store: CardStore }

/** Notes on the card's problems, if it has any. */
export function ProblemNotes({ card, state, store }: ProblemNotesProps) {
  // Preloaded: there may be no connection when it's needed.
  useEffect(() => void load().catch(() => {}), [])
  const { removed, notStored, stale, problem } = state
  if (!removed && !notStored && !stale && card.overtaken.length === 0 && !isRefused(problem)) return null
  return (
    <Suspense>
      <CardNotes card={card} state={state} store={store} />
    </Suspense>
  )
}
